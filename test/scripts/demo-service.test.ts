import { resolve } from "node:path";
import { DemoService } from "../../scripts/demo/demo-service";

const ROOT = resolve(__dirname, "../..");

describe("DemoService", () => {
  const token = process.env["MERGEQUEUE_TOKEN"];

  afterEach(() => {
    if (token === undefined) delete process.env["MERGEQUEUE_TOKEN"];
    else process.env["MERGEQUEUE_TOKEN"] = token;
  });

  test("S-03: the caller's own token is neither taken nor printed", async () => {
    process.env["MERGEQUEUE_TOKEN"] = "token-of-a-real-service";
    let printed = "";
    const service = await DemoService.start(ROOT, (text) => {
      printed += text;
    });
    try {
      expect(service.token).not.toBe("token-of-a-real-service");
      expect(printed).toContain(service.token);
      expect(printed).not.toContain("token-of-a-real-service");
    } finally {
      await service.stop();
    }
  });
});

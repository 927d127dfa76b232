import { resolve } from "node:path";
import { DemoLog } from "../../scripts/demo/demo-log";
import { DemoService } from "../../scripts/demo/demo-service";

const ROOT = resolve(__dirname, "../..");

describe("DemoService", () => {
  test("S-03: the caller's own token is neither taken nor printed", async () => {
    const env = { ...process.env, MERGEQUEUE_TOKEN: "token-of-a-real-service" };
    let printed = "";
    const service = await DemoService.start(
      ROOT,
      new DemoLog((text) => {
        printed += text;
      }, false),
      env,
    );
    try {
      expect(printed).toContain(service.token);
      expect(printed).not.toContain("token-of-a-real-service");
    } finally {
      await service.stop();
    }
  });
});

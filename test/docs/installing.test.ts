import { archiveName } from "../../scripts/release/make-release";
import { VERSION } from "../../src/product";
import { run } from "../cli/fake-context";
import { Machine } from "../cli/support/run-doctor";
import { startService } from "../cli/support/run-on-service";
import { listBlocks } from "./support/page-program";
import { listMatches, readText } from "./support/registry-pages";

const PAGE = readText("docs/guides/installing.md");
const [INDEX, ARCHIVES] = listBlocks(PAGE, "json").map((block): unknown => JSON.parse(block));

/** Makes texts comparable that are wrapped or quoted differently because of their paths. */
function unwrap(text: string): string {
  return text.replaceAll("'", '"').replace(/\s+/g, " ").trim();
}

describe("docs/guides/installing.md", () => {
  test("mergequeue doctor prints what the page shows", async () => {
    const machine = new Machine();
    const emulator = await startService();
    try {
      await run(["provider", "install"], machine.toProcess());
      const url = emulator.url.replace("/v1", "/api/v1");
      const { out } = await run(["doctor"], machine.toProcess({ MERGEQUEUE_BASE_URL: url }));
      const [, shown = ""] = /^```console\n\$ mergequeue doctor\n(.*?)^```$/ms.exec(PAGE) ?? [];
      const parts = shown
        .replaceAll("127.0.0.1:8080", new URL(url).host)
        .replaceAll("/home/you", machine.home)
        .split(/^\.\.\.$/m);
      expect(parts).toHaveLength(3);
      for (const part of parts) expect(unwrap(out)).toContain(unwrap(part));
    } finally {
      await emulator.close();
    }
  });

  test("its network mirror names this version and its archives", () => {
    expect(INDEX).toEqual({ versions: { [VERSION]: {} } });
    expect(ARCHIVES).toEqual({
      archives: {
        linux_amd64: {
          url: archiveName("linux_amd64"),
          hashes: [expect.stringMatching(/^h1:\S{43}=$/), expect.stringMatching(/^zh:[0-9a-f]{64}$/)],
        },
      },
    });
    expect(PAGE).toContain(`\`${VERSION}.json\``);
  });

  // A page that names another version sends its readers to files that are not there.
  test.each(["docs/releasing.md", "docs/guides/installing.md"])("%s names files of this version", (page) => {
    const versions = listMatches(readText(page), /terraform-provider-mergequeue[-_]v?(\d+\.\d+\.\d+)/g);
    expect(new Set(versions)).toEqual(new Set([VERSION]));
  });
});

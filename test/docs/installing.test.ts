import { readFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { archiveName } from "../../scripts/release/release-names";
import { VERSION } from "../../src/product";

const ROOT = resolve(__dirname, "../..");
const PAGE = readFileSync(join(ROOT, "docs/guides/installing.md"), "utf8");
const [INDEX, ARCHIVES] = [...PAGE.matchAll(/^```json\n(.*?)^```$/gms)].map(([, block = ""]): unknown =>
  JSON.parse(block),
);

describe("docs/guides/installing.md", () => {
  test("its network mirror names this version and its archives", () => {
    expect(INDEX).toEqual({ versions: { [VERSION]: {} } });
    expect(ARCHIVES).toEqual({
      archives: {
        linux_amd64: {
          url: archiveName("linux_amd64"),
          hashes: [expect.stringMatching(/^zh:[0-9a-f]{64}$/)],
        },
      },
    });
    expect(PAGE).toContain(`\`${VERSION}.json\``);
  });

  // A page that names another version sends its readers to files that are not there.
  test.each(["README.md", "docs/releasing.md", "docs/guides/installing.md"])(
    "%s names files of this version",
    (page) => {
      const text = readFileSync(join(ROOT, page), "utf8");
      const versions = [...text.matchAll(/terraform-provider-mergequeue[-_]v?(\d+\.\d+\.\d+)/g)].map(
        ([, version]) => version,
      );
      expect(new Set(versions)).toEqual(new Set([VERSION]));
    },
  );
});

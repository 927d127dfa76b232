import { formatArchiveList, tryParseArchiveList } from "../../src/distribution/archive-list";

const H1 = `h1:${"A".repeat(43)}=`;
const ZH = `zh:${"0".repeat(64)}`;

function listWith(platform: string, entry: unknown): string {
  return JSON.stringify({ archives: { [platform]: entry } });
}

describe("the list of a release's archives", () => {
  test("R-01: it is the document of a network mirror, sorted by platform, with both kinds of hashes", () => {
    const text = formatArchiveList("0.9.0", [
      { platform: "linux_amd64", hashes: [ZH, H1] },
      { platform: "darwin_arm64", hashes: [H1, ZH] },
    ]);
    expect(text).toBe(`{
  "archives": {
    "darwin_arm64": {
      "url": "terraform-provider-mergequeue_0.9.0_darwin_arm64.zip",
      "hashes": [
        "${H1}",
        "${ZH}"
      ]
    },
    "linux_amd64": {
      "url": "terraform-provider-mergequeue_0.9.0_linux_amd64.zip",
      "hashes": [
        "${H1}",
        "${ZH}"
      ]
    }
  }
}
`);
  });

  test("reading gives what was written", () => {
    const archives = [{ platform: "linux_amd64", hashes: [H1, ZH] }];
    expect(tryParseArchiveList(formatArchiveList("0.9.0", archives))).toEqual(archives);
  });

  test("a hash of an unknown kind is left out, so that nothing else gets into a lock file", () => {
    const entry = { hashes: [H1, ZH, 'h2:"', 7] };
    expect(tryParseArchiveList(listWith("linux_amd64", entry))?.[0]?.hashes).toEqual([H1, ZH]);
  });

  test.each([
    ["no JSON", "{"],
    ["no object", "null"],
    ["no archives", "{}"],
    ["archives that are null", '{ "archives": null }'],
    ["an entry without hashes", listWith("linux_amd64", {})],
    ["an entry that is null", listWith("linux_amd64", null)],
    ["an archive without its SHA-256", listWith("linux_amd64", { hashes: [H1] })],
    ["an archive without the hash of its contents", listWith("linux_amd64", { hashes: [ZH] })],
    ["a platform that is a path", listWith("../linux_amd64", { hashes: [H1, ZH] })],
  ])("a document with %s is not a list", (_, text) => {
    expect(tryParseArchiveList(text)).toBeUndefined();
  });
});

import { formatArchiveList } from "../../scripts/release/archive-list";
import { VERSION } from "../../src/product";

const H1 = `h1:${"A".repeat(43)}=`;
const ZH = `zh:${"0".repeat(64)}`;

describe("the list of a release's archives", () => {
  test("D-11: it is the document of a network mirror, sorted by platform, with both kinds of hashes", () => {
    const text = formatArchiveList([
      { platform: "linux_amd64", hashes: [ZH, H1] },
      { platform: "darwin_arm64", hashes: [H1, ZH] },
    ]);
    expect(text).toBe(`{
  "archives": {
    "darwin_arm64": {
      "url": "terraform-provider-mergequeue_${VERSION}_darwin_arm64.zip",
      "hashes": [
        "${H1}",
        "${ZH}"
      ]
    },
    "linux_amd64": {
      "url": "terraform-provider-mergequeue_${VERSION}_linux_amd64.zip",
      "hashes": [
        "${H1}",
        "${ZH}"
      ]
    }
  }
}
`);
  });
});

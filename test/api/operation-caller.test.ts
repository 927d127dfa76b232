import manifest from "../../package.json";
import { formatUserAgent } from "../../src/api/operation-caller";

const PRODUCT = `terraform-provider-mergequeue/${manifest.version}`;

describe("formatUserAgent", () => {
  test("names the product, and Terraform's version if it is known", () => {
    expect(formatUserAgent()).toBe(PRODUCT);
    expect(formatUserAgent("1.11.4")).toBe(`${PRODUCT} Terraform/1.11.4`);
    expect(formatUserAgent("1.12.0-beta1+dev")).toBe(`${PRODUCT} Terraform/1.12.0-beta1+dev`);
  });

  test.each(["", "1.0\r\nx-evil: 1", "1 0", "ä", "1".repeat(65)])(
    "S-11: %p is not a version and is left out",
    (version) => {
      expect(formatUserAgent(version)).toBe(PRODUCT);
    },
  );
});

import { quoteForHcl } from "../../src/text/quote-for-hcl";

test.each([
  ["main", '"main"'],
  ['a "b"\n', '"a \\"b\\"\\n"'],
  ["${x} %{y} $5 $${z}", '"$${x} %%{y} $5 $$${z}"'],
])("S-15: %j is an HCL string without expressions: %s", (text, quoted) => {
  expect(quoteForHcl(text)).toBe(quoted);
});

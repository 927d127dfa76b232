import { TerraformStack, TerraformVariable, Testing } from "cdktf";
import fc from "fast-check";
import { isUnresolved, replaceNumberTokens } from "../../../src/constructs/values/terraform-value";
import { splitTemplate, unescapeLiteral } from "../../../src/text/terraform-template";

const variable = new TerraformVariable(new TerraformStack(Testing.app(), "stack"), "input", {});

/** Text full of what means something in Terraform's templates. */
const templateText = fc
  .array(fc.constantFrom("\n", ...'$ % { } " \\ a / ${ %{ $${ %%{ ${var.x} é'.split(" ")), { maxLength: 12 })
  .map((pieces) => pieces.join(""));

/** Writes text so that Terraform takes it literally. */
function escape(text: string): string {
  return text.replace(/[$%](?=\{)/g, "$&$&");
}

describe("splitTemplate", () => {
  test("the parts are the whole string in order, and none is empty", () => {
    fc.assert(
      fc.property(templateText, (text) => {
        const parts = splitTemplate(text);
        expect(parts.map((part) => part.text).join("")).toBe(text);
        expect(parts.every((part) => part.text !== "")).toBe(true);
      }),
    );
  });

  test("S-16: an escaped string is one literal with the unescaped value", () => {
    fc.assert(
      fc.property(
        templateText.filter((text) => !/\$\$\{|%%\{/.test(text)),
        (text) => {
          expect(splitTemplate(escape(text)).every((part) => part.kind === "literal")).toBe(true);
          expect(unescapeLiteral(escape(text))).toBe(text);
        },
      ),
    );
  });
});

describe("isUnresolved", () => {
  test.each<[string, unknown]>([
    ["a string token", variable.stringValue],
    ["a string with a token in it", `release/${variable.stringValue}`],
    ["a number token", variable.numberValue],
    ["a list token", variable.listValue],
    ["a resolvable", variable.booleanValue],
    ["an expression", "${var.input}"],
    ["a directive", "%{ if true }a%{ endif }"],
  ])("%s is known only to Terraform", (_, value) => {
    expect(isUnresolved(value)).toBe(true);
  });

  test.each<[string, unknown]>([
    ["text", "main"],
    ["an escaped expression", "$${var.input}"],
    ["a number", 4],
    ["a list", ["a"]],
    ["null", null],
    ["undefined", undefined],
    ["an object", { a: 1 }],
  ])("%s is known at synth", (_, value) => {
    expect(isUnresolved(value)).toBe(false);
  });
});

describe("replaceNumberTokens", () => {
  test.each(["release-", "release", "-", ""])("a number token behind %j becomes a string token", (prefix) => {
    const text = replaceNumberTokens(`${prefix}${variable.numberValue}-rc`);
    expect(isUnresolved(text)).toBe(true);
    expect(text.startsWith(prefix)).toBe(true);
    expect(text.endsWith("-rc")).toBe(true);
  });

  test("a number that is not a token is kept", () => {
    expect(replaceNumberTokens("v-1.5e+10 and 1e5")).toBe("v-1.5e+10 and 1e5");
  });
});

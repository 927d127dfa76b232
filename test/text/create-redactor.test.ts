import { inspect } from "node:util";
import fc from "fast-check";
import { createRedactor, REDACTED } from "../../src/text/create-redactor";
import { anyCharacter } from "../support/arbitrary-character";

const LONG = 'mq_"live"/<8f1c2b7d&9e04>+a61c';

function redact(text: string, ...secrets: readonly string[]): string {
  const redactor = createRedactor();
  for (const secret of secrets) redactor.add(secret);
  return redactor.redact(text);
}

describe("createRedactor", () => {
  test("S-04: without secrets, the string is unchanged", () => {
    expect(redact("a text", "")).toBe("a text");
  });

  test.each([
    ["itself", LONG],
    ["JSON", JSON.stringify(LONG).slice(1, -1)],
    ["Go's JSON", 'mq_\\"live\\"/\\u003c8f1c2b7d\\u00269e04\\u003e+a61c'],
    ["percent-encoding", "mq_%22live%22%2F%3C8f1c2b7d%269e04%3E%2Ba61c"],
    ["percent-encoding in lower case", "mq_%22live%22%2f%3c8f1c2b7d%269e04%3e%2ba61c"],
    ["hexadecimal", Buffer.from(LONG).toString("hex")],
    ["bytes that Node prints", inspect(Buffer.from(LONG)).slice("<Buffer ".length, -1)],
    ["base64", "bXFfImxpdmUiLzw4ZjFjMmI3ZCY5ZTA0PithNjFj"],
  ])("S-04: a secret is hidden as %s", (_form, text) => {
    expect(redact(`before ${text} after`, LONG)).toBe(`before ${REDACTED} after`);
  });

  test("S-04: a secret is hidden as percent-encoding that escapes every special character", () => {
    expect(redact("before a%21b%27c%28d%29e%2A after", "a!b'c(d)e*")).toBe(`before ${REDACTED} after`);
  });

  test("S-04: a secret of 8 characters is hidden as JSON by JavaScript and by Go", () => {
    expect(redact('before ab"<cdef after', 'ab"<cdef')).toBe(`before ${REDACTED} after`);
    expect(redact('before ab\\"<cdef after', 'ab"<cdef')).toBe(`before ${REDACTED} after`);
    expect(redact('before ab\\"\\u003ccdef after', 'ab"<cdef')).toBe(`before ${REDACTED} after`);
  });

  test.each([
    ["the value t0k-en7.", `the value ${REDACTED}.`],
    ["ci/t0k-en7", `ci/${REDACTED}`],
    ['"t0k-en7"', `"${REDACTED}"`],
    ["t0k-en7t0k-en7 at0k-en7 t0k-en7_ éclairt0k-en7", undefined],
    [Buffer.from("t0k-en7").toString("base64"), undefined],
    [Buffer.from("t0k-en7").toString("hex"), undefined],
  ])("S-04: of a secret of fewer than 8 characters %j hides the whole word only", (text, redacted) => {
    expect(redact(text, "t0k-en7")).toBe(redacted ?? text);
  });

  test.each(["token", "build", "Zeichen", "443"])(
    "S-04: %j is a word of the language or a number and hides nothing",
    (secret) => {
      const text = `The token of the build is at port 443. Zeichen ${secret}`;
      expect(redact(text, secret)).toBe(text);
    },
  );

  test("S-04: a secret is hidden in base64 at every alignment, with its first and last shared characters left", () => {
    for (const user of ["", "u", "us", "use"]) {
      const text = Buffer.from(`${user}:${LONG}:x`).toString("base64");

      expect(redact(text, LONG)).toMatch(/^.{0,8}\[redacted\].{0,8}$/);
    }
  });

  test("C-21: a short sensitive value is hidden as a whole word, whatever its characters", () => {
    const { addValue, redact: hide } = createRedactor();
    for (const value of ["build", "443", "", " "]) addValue(value);
    expect(hide("the build: builds at 443, 4430 ")).toBe(`the ${REDACTED}: builds at ${REDACTED}, 4430 `);
  });

  test("S-04: fragments of 12 characters or more of a long secret are hidden, shorter ones are not", () => {
    expect(redact(LONG.slice(3, 15), LONG)).toBe(REDACTED);
    expect(redact(LONG.slice(3, 14), LONG)).toBe(LONG.slice(3, 14));
  });

  test("S-04: a long secret that Node prints as bytes and truncates is hidden", () => {
    const print = inspect(Buffer.from(`${"-".repeat(30)}${LONG}`));
    expect(print).toMatch(/ more bytes>$/);
    expect(redact(print, LONG)).toMatch(/^<Buffer (2d ){30}\[redacted\] \.\.\. \d+ more bytes>$/);
  });

  test("S-04: a secret of fewer than 24 characters is hidden as a whole only", () => {
    const secret = "0123456789abcdefghijklm";

    expect(redact(`x${secret}x`, secret)).toBe(`x${REDACTED}x`);
    expect(redact(secret.slice(1), secret)).toBe(secret.slice(1));
  });

  test("S-04: a secret that ends in a line feed is also hidden without it", () => {
    expect(redact("Token short-one.", "short-one\n")).toBe(`Token ${REDACTED}.`);
  });

  test("S-04: secrets that overlap in a text are one gap", () => {
    expect(redact("0123456789ab", "01234567", "456789ab")).toBe(REDACTED);
    expect(redact("01234567-01234567", "01234567")).toBe(`${REDACTED}-${REDACTED}`);
  });

  test("S-04: every form of a random long secret is hidden, whatever surrounds it", () => {
    const secrets = fc.string({ minLength: 24, maxLength: 60, unit: anyCharacter });
    fc.assert(
      fc.property(secrets, fc.string(), fc.string(), (secret, before, after) => {
        const forms = [secret, JSON.stringify(secret), Buffer.from(secret).toString("base64")];
        for (const form of forms) {
          const result = redact(before + form + after, secret);
          expect(result).toContain(REDACTED);
          expect(result).not.toContain(form);
        }
      }),
    );
  });
});

import fc from "fast-check";
import { SETTINGS } from "../../src/queue/settings";
import { validateSettings } from "../../src/queue/validate-settings";
import { arbitrarySettings } from "../support/arbitrary-settings";

const [INTEGERS = [], BOOLEANS = [], ENUMS = []] = ["integer", "boolean", "enum"].map((kind) =>
  SETTINGS.filter((setting) => setting.kind === kind).map(({ name }) => name),
);

function messageOf(name: string, value: unknown): string | undefined {
  const findings = validateSettings({ [name]: value });
  expect(findings.length).toBeLessThanOrEqual(1);
  for (const finding of findings) expect(finding.path).toEqual([name]);
  return findings[0]?.message;
}

describe("validateSettings", () => {
  test("accepts all settings that may be requested", () => {
    fc.assert(
      fc.property(arbitrarySettings(), (settings) => {
        expect(validateSettings(settings)).toEqual([]);
      }),
    );
  });

  test("collects all findings, in the order of the input", () => {
    const wrong = {
      mergeMethod: "fast",
      concurrency: 0,
      requiredStatuses: ["ok", null, "", 7],
      batch: "yes",
    };
    const findings = validateSettings({ ...wrong, nope: 1, mode: undefined });
    expect(findings.map(({ path: [name], message }) => [name, message])).toEqual([
      ["mergeMethod", 'Must be one of "merge_commit", "squash", "rebase", got "fast".'],
      ["concurrency", "Must be a whole number (pull requests or batches) from 1 to 4294967295, got 0."],
      ["requiredStatuses", "Must not contain null; leave it out."],
      ["requiredStatuses", 'Must contain only non-empty names, got "" among them; leave it out.'],
      ["requiredStatuses", "Must contain only strings, got 7 among them."],
      ["batch", 'Must be true or false, got "yes".'],
      ["nope", "There is no setting of this name."],
    ]);
  });

  test.each(INTEGERS)("%s takes only whole numbers up to 4294967295, and 0 if it means none", (name) => {
    const takesZero = !["concurrency", "batchingMinSize"].includes(name);
    expect(messageOf(name, 0) === undefined).toBe(takesZero);
    for (const value of [1, 2, 4_294_967_295]) expect(messageOf(name, value)).toBeUndefined();
    for (const value of [-1, 1.5, 4_294_967_296, Number.NaN, Infinity, "1", 1n, null, true])
      expect(messageOf(name, value)).toMatch(/^Must be a whole number \(.+\) from [01] to 4294967295, got /);
  });

  test.each(BOOLEANS)("%s takes true and false and nothing else", (name) => {
    for (const value of [true, false]) expect(messageOf(name, value)).toBeUndefined();
    for (const value of ["true", 0, 1, null, []])
      expect(messageOf(name, value)).toMatch(/^Must be true or false, got /);
  });

  test.each(ENUMS)("%s accepts only its words in their exact spelling", (name) => {
    for (const value of ["", "nope", "OFF", "Running", 0, null, ["off"]])
      expect(messageOf(name, value)).toMatch(/^Must be one of "/);
  });

  test("F-25: a transient state cannot be requested, and the message says why", () => {
    expect(messageOf("state", "switching_modes")).toBe(
      '"switching_modes" is a transient state: the service reports it, but it cannot be requested. ' +
        'Must be one of "running", "paused", "draining".',
    );
  });

  test("a label is any string, also an empty one", () => {
    for (const value of ["", "merge", " "]) expect(messageOf("enqueueingLabel", value)).toBeUndefined();
    for (const value of [null, 7, true, ["merge"]])
      expect(messageOf("enqueueingLabel", value)).toMatch(/^Must be a string, got /);
  });

  test("required statuses are a list of names, possibly empty", () => {
    expect(messageOf("requiredStatuses", [])).toBeUndefined();
    expect(messageOf("requiredStatuses", ["ci", "ci"])).toBeUndefined();
    expect(messageOf("requiredStatuses", "ci")).toBe('Must be a list of strings, got "ci".');
    expect(messageOf("requiredStatuses", null)).toBe("Must be a list of strings, got null.");
    expect(messageOf("requiredStatuses", [" \t", " \t"])).toBe(
      'Must contain only non-empty names, got " \\t" among them; leave it out.',
    );
  });

  test("C-15: returns findings for any input", () => {
    fc.assert(
      fc.property(fc.dictionary(fc.string(), fc.anything({ withBigInt: true, withDate: true })), (input) => {
        for (const finding of validateSettings(input)) expect(finding.message).not.toBe("");
      }),
    );
  });

  test("S-12: keys that name parts of a prototype are unknown settings", () => {
    const input: unknown = JSON.parse('{"__proto__": 1, "constructor": 2}');
    const paths = validateSettings(input as object).map(({ path }) => path.join("."));
    expect(paths).toEqual(["__proto__", "constructor"]);
  });
});

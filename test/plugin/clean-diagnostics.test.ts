import { cleanDiagnostics } from "../../src/plugin/clean-diagnostics";
import { attributePath, type Diagnostic, isError } from "../../src/plugin/diagnostic";

const WARNING: Diagnostic = { severity: "warning", summary: "Watch out", detail: "It is late." };

describe("cleanDiagnostics", () => {
  test("identical diagnostics appear once, and the order is kept", () => {
    const error: Diagnostic = { ...WARNING, severity: "error" };
    const placed: Diagnostic = { ...WARNING, path: attributePath("repo", "host") };
    const otherPlace: Diagnostic = { ...WARNING, path: [{ attribute: "repo" }, { key: "host" }] };
    const all = [error, WARNING, placed, otherPlace];
    expect(cleanDiagnostics([...all, ...all.map((diagnostic) => ({ ...diagnostic }))])).toEqual(all);
  });

  test("an empty path and none are the same", () => {
    expect(cleanDiagnostics([WARNING, { ...WARNING, path: [] }])).toEqual([WARNING]);
  });

  test("S-14: summary and detail are safe for a terminal, and the summary is one line", () => {
    const [cleaned] = cleanDiagnostics([{ ...WARNING, summary: " a\u001b \n b\n", detail: "x\r\ny" }]);
    expect(cleaned).toEqual({ severity: "warning", summary: "a\\x1b b", detail: "x\\r\ny" });
  });

  test("Terraform gets a title even if the provider does not give one", () => {
    expect(cleanDiagnostics([{ ...WARNING, summary: "\n" }])[0]?.summary).toBe("Provider message");
  });

  test("S-04: secrets are hidden before escaping could disguise them", () => {
    const secret = "to\u001bken";
    const redact = (text: string): string => text.replaceAll(secret, "***");
    const [cleaned] = cleanDiagnostics(
      [{ ...WARNING, summary: `S ${secret}`, detail: `D ${secret}` }],
      redact,
    );
    expect(cleaned).toEqual({ severity: "warning", summary: "S ***", detail: "D ***" });
  });
});

describe("isError", () => {
  test("an error stops the operation, a warning does not", () => {
    expect(isError({ ...WARNING, severity: "error" })).toBe(true);
    expect(isError(WARNING)).toBe(false);
  });
});

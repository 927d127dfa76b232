import { readFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { runCommand } from "../../scripts/support/run-command";

const ROOT = resolve(__dirname, "../..");

/** How secrets of common vendors look. */
const SECRETS: { readonly [kind: string]: RegExp } = {
  "private key": /-----BEGIN (?:[A-Z]+ )?PRIVATE KEY-----[\s\\nr"'+]*[A-Za-z0-9+/]{32}/,
  "AWS access key": /\b(?:AKIA|ASIA)[A-Z2-7]{16}\b/,
  "GitHub token": /\b(?:gh[oprsu]_[A-Za-z0-9]{36}|github_pat_\w{60,})/,
  "GitLab token": /\bglpat-[\w-]{20}/,
  "Google API key": /\bAIza[\w-]{35}/,
  "npm token": /\bnpm_[A-Za-z0-9]{36}\b/,
  "password of a registry": /:_(?:authToken|auth|password)\s*=\s*[^\s$"'`]{8}/,
  "Slack token": /\bxox[abeoprs]-[\w-]{10}/,
  "Stripe key": /\b[rs]k_live_\w{16}/,
  "Terraform Cloud token": /\b\w{14}\.atlasv1\.\w{60}/,
  "JSON Web Token": /\beyJ[\w-]{10,}\.eyJ[\w-]{10,}\.[\w-]{10,}/,
  "password in an address": /\bhttps?:\/\/[^\s/:@"'`<>${}]+:[^\s/:@"'`<>${}]{16,}@/,
};

function findSecrets(text: string): string[] {
  return Object.entries(SECRETS).flatMap(([kind, pattern]) => (pattern.test(text) ? [kind] : []));
}

// Joined here, so that no file contains a whole one.
const EXAMPLES: readonly (readonly [kind: string, ...parts: string[]])[] = [
  ["private key", "-----BEGIN EC PRIV", `ATE KEY-----\n${"Mh7/".repeat(16)}`],
  ["AWS access key", "AKIA", "Q3EGWT5Z7NYVKJ2M"],
  ["GitHub token", "ghp_", "a1B2".repeat(9)],
  ["GitHub token", "github_pat_", "a1B2_".repeat(16)],
  ["GitLab token", "glpat-", "a1B2-".repeat(4)],
  ["Google API key", "AIza", "a1B2-".repeat(7)],
  ["npm token", "npm_", "a1B2".repeat(9)],
  ["password of a registry", "//example.org/:_auth", "Token=0123456789"],
  ["Slack token", "xoxb-", "0123456789-abc"],
  ["Stripe key", "sk_live_", "0123456789abcdef"],
  ["Terraform Cloud token", "0123456789abcd.atlas", `v1.${"a1B2".repeat(16)}`],
  ["JSON Web Token", "eyJhbGciOiJIUzI1", "NiJ9.eyJzdWIiOiIxIn0x.c2lnbmF0dXJl"],
  ["password in an address", "https://someone:", "0123456789abcdef@example.org"],
];

describe("the repository", () => {
  test("S-24: contains no file with a string that looks like a secret", async () => {
    const list = ["ls-files", "-z", "--cached", "--others", "--exclude-standard"];
    const { status, stdout } = await runCommand("git", list, { cwd: ROOT });
    expect(status).toBe(0);
    const files = stdout.split("\0").filter((file) => file !== "");
    expect(files).toContain("test/scripts/secrets.test.ts");
    const findings = files.flatMap((file) =>
      findSecrets(tryRead(file)).map((kind) => `${file} seems to contain a secret: ${kind}`),
    );
    expect(findings).toEqual([]);
  });

  test.each(EXAMPLES)("S-24: finds a file that contains %s", (kind, ...parts) => {
    expect(findSecrets(`const it = "${parts.join("")}";`)).toEqual([kind]);
  });

  test("S-24: every pattern has an example", () => {
    expect([...new Set(EXAMPLES.map(([kind]) => kind))].sort()).toEqual(Object.keys(SECRETS).sort());
  });
});

function tryRead(file: string): string {
  try {
    return readFileSync(join(ROOT, file), "utf8");
  } catch {
    // Deleted and not committed yet: listed, but not there.
    return "";
  }
}

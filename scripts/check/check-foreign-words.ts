import { readFile } from "node:fs/promises";
import { runCommand } from "../support/run-command";

const FOREIGN: readonly { readonly pattern: RegExp; readonly why: string }[] = [
  {
    // Terraform's and OpenTofu's registries are part of provider addresses.
    pattern: /\bregistry\.(?!terraform\.io|opentofu\.org)[a-z0-9-]+\.(?:com|dev|io|net|org)\b/,
    why: "names a package registry; the user configures which one npm uses",
  },
  {
    pattern: /(?<![\w.])\/(?:root|home\/\w+|Users\/\w+|work|workspace|builds)\/\w/,
    why: "names a path of one machine",
  },
];

/** Gate: no text file of the repository names anything that exists on one machine only. */
export async function checkForeignWords(root: string): Promise<string> {
  const list = ["ls-files", "-z", "--cached", "--others", "--exclude-standard"];
  const listed = await runCommand("git", list, { cwd: root });
  if (listed.status !== 0) return `git ls-files failed: ${listed.output}`;
  const files = [...new Set(listed.stdout.split("\0"))].filter((file) => file !== "");
  const findings = await Promise.all(files.map((file) => checkFile(root, file)));
  return findings.flat().join("\n");
}

async function checkFile(root: string, file: string): Promise<string[]> {
  // A file that is deleted but not yet committed is listed and cannot be read.
  const text = await readFile(`${root}/${file}`, "utf8").catch(() => "");
  if (text.includes("\0")) return [];
  return text
    .split("\n")
    .flatMap((line, index) =>
      FOREIGN.filter(({ pattern }) => pattern.test(line)).map(
        ({ why }) => `${file}:${index + 1} ${why}: ${line.trim().slice(0, 120)}`,
      ),
    );
}

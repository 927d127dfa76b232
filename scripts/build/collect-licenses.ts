import { readdir, readFile } from "node:fs/promises";
import type { Metafile } from "esbuild";

const HEADER = /^(?:["']use strict["'];\s*)?((?:\/\/.*\n)+)/;

/**
 * Collects the licence texts of all packages whose code a bundle contains, sorted by name and version.
 * @param root - the project's root directory, absolute
 * @param metafile - esbuild's list of the bundle's inputs
 * @throws Error if a package does not contain the text of its licence
 */
export async function collectLicenses(root: string, metafile: Metafile): Promise<string> {
  const directories = new Map<string, string[]>();
  for (const output of Object.values(metafile.outputs)) {
    for (const input of Object.keys(output.inputs)) {
      const directory = /^.*node_modules\/(?:@[^/]+\/)?[^/]+/.exec(input)?.[0];
      if (directory !== undefined) directories.set(directory, [...(directories.get(directory) ?? []), input]);
    }
  }
  const notices = await Promise.all(
    [...directories].map(([directory, inputs]) => describePackage(root, directory, inputs)),
  );
  const unique = [...new Set(notices)].sort();
  return `The files beside this one contain code of these packages.\n\n${unique.join("\n")}`;
}

async function describePackage(root: string, directory: string, inputs: readonly string[]): Promise<string> {
  const manifest = JSON.parse(await readFile(`${root}/${directory}/package.json`, "utf8")) as {
    name: string;
    version: string;
    license?: string;
  };
  const title = `${manifest.name} ${manifest.version}`;
  const file = (await readdir(`${root}/${directory}`))
    .sort()
    .find((name) => /^(licen[cs]e|copying)(-mit)?(\.(md|txt))?$/i.test(name));
  const text =
    file === undefined
      ? await collectNotices(root, inputs, manifest.license)
      : (await readFile(`${root}/${directory}/${file}`, "utf8")).trim();
  if (text === "") throw new Error(`${title} comes without the text of its licence.`);
  return `${"=".repeat(80)}\n${title} (${manifest.license ?? "see below"})\n${"=".repeat(80)}\n\n${text}\n`;
}

/**
 * Collects the notices at the top of files, for a package without a licence file. They refer to the text of
 * the Apache License, which is also this project's.
 */
async function collectNotices(root: string, files: readonly string[], license = ""): Promise<string> {
  const notices = await Promise.all(
    files.map(async (file) => {
      const header = HEADER.exec(await readFile(`${root}/${file}`, "utf8"))?.[1] ?? "";
      return /copyright/i.test(header) ? header.replaceAll(/^\/\/ ?/gm, "").trim() : "";
    }),
  );
  const texts = [...new Set(notices)].filter((notice) => notice !== "").sort();
  if (texts.length > 0 && license.includes("Apache-2.0")) {
    texts.push((await readFile(`${root}/LICENSE`, "utf8")).trim());
  }
  return texts.join("\n\n");
}

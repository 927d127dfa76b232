import { readdir, readFile } from "node:fs/promises";
import type { Metafile } from "esbuild";

/**
 * Collects the licence texts of all packages that a bundle holds code of, sorted by name and version.
 * @param root - the project's root directory, absolute
 * @param metafile - what esbuild says went into the bundle
 * @throws Error if a package neither has a licence file nor names a licence
 */
export async function collectLicenses(root: string, metafile: Metafile): Promise<string> {
  const directories = new Set<string>();
  for (const output of Object.values(metafile.outputs)) {
    for (const input of Object.keys(output.inputs)) {
      const directory = /^.*node_modules\/(?:@[^/]+\/)?[^/]+/.exec(input)?.[0];
      if (directory !== undefined) directories.add(directory);
    }
  }
  const notices = await Promise.all(
    [...directories].map((directory) => describePackage(`${root}/${directory}`)),
  );
  const unique = [...new Set(notices)].sort();
  return `The files beside this one contain code of these packages.\n\n${unique.join("\n")}`;
}

async function describePackage(directory: string): Promise<string> {
  const manifest = JSON.parse(await readFile(`${directory}/package.json`, "utf8")) as {
    name: string;
    version: string;
    license?: string;
  };
  const title = `${manifest.name} ${manifest.version}`;
  const file = (await readdir(directory))
    .sort()
    .find((name) => /^(licen[cs]e|copying)(\.(md|txt))?$/i.test(name));
  if (file === undefined && manifest.license === undefined)
    throw new Error(`${title} does not name its licence.`);
  const text = file === undefined ? "" : (await readFile(`${directory}/${file}`, "utf8")).trim();
  return `${"=".repeat(80)}\n${title} (${manifest.license ?? "see below"})\n${"=".repeat(80)}\n\n${text}\n`;
}

import { readFile } from "node:fs/promises";

/** Gate: every dependency that we choose is one version. Peers are the user's choice and stay ranges. */
export async function checkVersions(root: string): Promise<string> {
  const manifest = JSON.parse(await readFile(`${root}/package.json`, "utf8")) as {
    readonly [group: string]: { readonly [name: string]: string } | undefined;
  };
  return ["dependencies", "devDependencies", "optionalDependencies"]
    .flatMap((group) => Object.entries(manifest[group] ?? {}))
    .filter(([, version]) => !/^\d+\.\d+\.\d+(-[\w.]+)?$/.test(version))
    .map(([name, version]) => `${name} is wanted as "${version}": name one exact version.`)
    .join("\n");
}

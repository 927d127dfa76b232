import { existsSync, readFileSync } from "node:fs";
import { writeFile } from "node:fs/promises";
import { basename, dirname, extname, join, relative, resolve } from "node:path";
import { build, type Plugin } from "esbuild";
import { LICENSES_NAME } from "../../src/distribution/layout";
import { collectLicenses } from "./collect-licenses";
import type { Entry } from "./entries";
import { fillConstantResponses } from "./fill-constant-responses";
import { trimUndici } from "./trim-undici";

const LATER = "later:";

/** Puts the style sheets and browser scripts that a module `*-texts.ts` reads into the bundle. */
export const INLINE_TEXTS: Plugin = {
  name: "inline-texts",
  setup(bundler) {
    bundler.onLoad({ filter: /-texts\.ts$/ }, ({ path }) => ({
      contents: readFileSync(path, "utf8").replace(
        /readFileSync\(join\(__dirname, "(.+)"\), "utf8"\)/g,
        (_call, name: string) => JSON.stringify(readFileSync(join(dirname(path), name), "utf8")),
      ),
      loader: "ts",
    }));
  },
};

function isPackage(module: string): boolean {
  return !module.includes("/");
}

/** Redirects dynamic imports of later code, and imports of its packages, to the file that contains it. */
function separate(root: string, { lazy = [] }: Entry): Plugin {
  return {
    name: "separate-lazy-modules",
    setup(bundler) {
      bundler.onResolve({ filter: /^\./ }, ({ kind, path, resolveDir }) => {
        if (kind !== "dynamic-import") return undefined;
        const module = relative(root, `${resolve(resolveDir, path)}.ts`);
        const file = lazy.find(({ standsFor }) => standsFor.includes(module));
        return file === undefined ? undefined : { path: `./${basename(file.outFile)}`, external: true };
      });
      bundler.onResolve({ filter: /^\w/ }, ({ path, namespace }) => {
        const file = lazy.find(({ standsFor }) => standsFor.includes(path));
        if (file === undefined || namespace === "later") return undefined;
        return { path: `./${basename(file.outFile)}`, external: true };
      });
      bundler.onResolve({ filter: /^later:/ }, ({ path }) => ({ path, namespace: "later" }));
      bundler.onLoad({ filter: /^/, namespace: "later" }, ({ path }) => {
        const { standsFor = [] } = lazy.find(({ outFile }) => path === LATER + outFile) ?? {};
        const contents = standsFor
          .map(
            (module) =>
              `export * from "${isPackage(module) ? module : `./${module.replace(/\.ts$/, "")}`}";\n`,
          )
          .join("");
        return { contents, resolveDir: root };
      });
      // Commander uses it for subcommands that are programs. We have none, and importing takes milliseconds.
      bundler.onResolve({ filter: /^node:child_process$/ }, ({ importer }) =>
        importer.includes("commander") ? { path: `${LATER}nothing`, namespace: "later" } : undefined,
      );
    },
  };
}

/** Refuses missing modules: a renamed module would be bundled twice, with two copies of its classes. */
function checkLazyFiles(root: string, { lazy = [] }: Entry): void {
  const missing = lazy.flatMap(({ outFile, standsFor }) =>
    standsFor
      .filter((module) => !isPackage(module) && !existsSync(join(root, module)))
      .map((module) => `${module}, for which ${outFile} stands, does not exist.`),
  );
  if (missing.length === 0) return;
  throw new Error(`${missing.join("\n")}\nCorrect "standsFor" in scripts/build/entries.ts.`);
}

/**
 * Bundles one entry. The output contains no absolute path and no date, so it is the same on every machine.
 * A standalone bundle also gets `LICENSES.txt`.
 * @param root - the project's root directory, absolute
 * @param outDirectory - replaces `dist/`, absolute
 * @returns for each file of the bundle, relative to `outDirectory`, the files whose code it contains,
 *   relative to the root
 * @throws Error if a module that a later file stands for does not exist
 */
export async function bundleEntry(
  root: string,
  entry: Entry,
  outDirectory: string,
): Promise<ReadonlyMap<string, readonly string[]>> {
  checkLazyFiles(root, entry);
  const outFile = join(outDirectory, entry.outFile);
  const result = await build({
    absWorkingDir: root,
    entryPoints: [
      entry,
      ...(entry.lazy ?? []).map(({ outFile }) => ({ outFile, source: LATER + outFile })),
    ].map(({ source, outFile }) => ({
      in: source,
      out: outFile.slice(0, -extname(outFile).length),
    })),
    outdir: outDirectory,
    outExtension: { ".js": extname(outFile) },
    bundle: true,
    plugins: [
      INLINE_TEXTS,
      ...(entry.isStandalone ? [trimUndici(root), separate(root, entry), fillConstantResponses(root)] : []),
    ],
    // Later files are required: for an import(), Node.js would parse every line of them to find exports.
    ...(entry.isStandalone ? { supported: { "dynamic-import": false } } : {}),
    platform: "node",
    format: "cjs",
    target: "node20.18",
    ...(entry.variant === undefined
      ? {}
      : { resolveExtensions: [`.${entry.variant}.ts`, ".ts", ".js", ".json"] }),
    // Only the used code of a package's ECMAScript modules goes into the bundle.
    mainFields: ["module", "main"],
    charset: "utf8",
    external: [...entry.external],
    minify: entry.isStandalone,
    // Their full texts are collected instead of the scattered comments.
    legalComments: entry.isStandalone ? "none" : "eof",
    metafile: true,
    logLevel: "warning",
  });
  if (entry.check !== undefined) {
    const { name, text, mode } = entry.check;
    await writeFile(join(dirname(outFile), name), text, { mode });
  }
  if (entry.isStandalone) {
    await writeFile(`${dirname(outFile)}/${LICENSES_NAME}`, await collectLicenses(root, result.metafile));
  }
  return new Map(
    Object.entries(result.metafile.outputs).map(([file, { inputs }]) => [
      relative(outDirectory, join(root, file)),
      Object.keys(inputs).filter((input) => (inputs[input]?.bytesInOutput ?? 0) > 0),
    ]),
  );
}

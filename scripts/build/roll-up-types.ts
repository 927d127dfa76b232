import { mkdir, readFile, rm, writeFile } from "node:fs/promises";
import {
  CompilerState,
  Extractor,
  ExtractorConfig,
  ExtractorLogLevel,
  type ExtractorMessage,
} from "@microsoft/api-extractor";
import { runCommand } from "../support/run-command";
import { TYPED_ENTRIES, type TypedEntry } from "./entries";

/** The output of {@link rollUpTypes}. */
export interface TypesOutput {
  /** Absolute path of the directory for each entry's declarations, `NAME.d.ts`. Default: not written. */
  readonly outDirectory?: string;
  /** Whether to replace or to compare the committed API reports. Default: neither. */
  readonly report?: "compare" | "update";
}

/** Directory of the committed API reports, relative to the root. */
const REPORT_DIRECTORY = ".config/api";

/**
 * Writes the type declarations of each of the package's entries as one file, which every module resolution
 * finds (CommonJS, node10, node16), and compares or updates the reports of the public API.
 * @param root - the project's root directory, absolute
 * @throws Error with all complaints of the compiler and the extractor
 */
export async function rollUpTypes(root: string, output: TypesOutput): Promise<void> {
  const declarations = `${root}/.scratch/types-${process.pid}`;
  try {
    await emitDeclarations(root, declarations);
    await mkdir(`${root}/${REPORT_DIRECTORY}`, { recursive: true });
    if (output.outDirectory !== undefined) await mkdir(output.outDirectory, { recursive: true });
    const own = TYPED_ENTRIES.filter(({ variant }) => variant === undefined);
    const complaints: string[] = [];
    const additionalEntryPoints = own.map((entry) => locate(declarations, entry));
    let state: CompilerState | undefined;
    for (const entry of own) {
      const config = configure(root, declarations, entry, output);
      // All entries are analysed at once, which takes half the time.
      state ??= CompilerState.create(config, { additionalEntryPoints });
      complaints.push(...extract(config, state, entry, output));
    }
    if (complaints.length > 0) throw new Error(complaints.join("\n"));
    if (output.outDirectory !== undefined) await writeVariants(output.outDirectory);
  } finally {
    await rm(declarations, { recursive: true, force: true });
  }
}

/** Writes variants' declarations, which differ only in the imported library. Gate `types` compiles both. */
async function writeVariants(directory: string): Promise<void> {
  const declarations = await readFile(`${directory}/index.d.ts`, "utf8");
  for (const { name, variant } of TYPED_ENTRIES) {
    if (variant === undefined) continue;
    await writeFile(`${directory}/${name}.d.ts`, declarations.replaceAll("'cdktf'", `'${variant}'`));
  }
}

async function emitDeclarations(root: string, directory: string): Promise<void> {
  const tsc = [`${root}/node_modules/typescript/bin/tsc`, "-p", `${root}/.config/tsconfig.types.json`];
  const compiled = await runCommand(process.execPath, [...tsc, "--outDir", directory], { cwd: root });
  if (compiled.status !== 0) throw new Error(compiled.output);
}

function locate(declarations: string, { source }: TypedEntry): string {
  return `${declarations}/${source.replace(/\.ts$/, ".d.ts")}`;
}

function configure(root: string, types: string, entry: TypedEntry, output: TypesOutput): ExtractorConfig {
  return ExtractorConfig.prepare({
    configObjectFullPath: `${root}/.config/api-extractor.json`,
    packageJsonFullPath: `${root}/package.json`,
    configObject: {
      projectFolder: root,
      mainEntryPointFilePath: locate(types, entry),
      newlineKind: "lf",
      compiler: {
        overrideTsconfig: {
          compilerOptions: {
            target: "ES2022",
            lib: ["ES2022"],
            module: "ESNext",
            moduleResolution: "bundler",
            types: ["node"],
            skipLibCheck: true,
            strict: true,
          },
          files: [locate(types, entry)],
        },
      },
      apiReport: {
        enabled: output.report !== undefined,
        reportFileName: `${entry.name}.api.md`,
        reportFolder: `${root}/${REPORT_DIRECTORY}`,
        reportTempFolder: types,
      },
      docModel: { enabled: false },
      tsdocMetadata: { enabled: false },
      dtsRollup: {
        enabled: output.outDirectory !== undefined,
        untrimmedFilePath: `${output.outDirectory ?? types}/${entry.name}.d.ts`,
      },
      messages: {
        extractorMessageReporting: {
          default: { logLevel: ExtractorLogLevel.Warning },
          // Release tags would be the same for every export: all exports of an entry are public.
          "ae-missing-release-tag": { logLevel: ExtractorLogLevel.None },
        },
      },
    },
  });
}

function extract(
  config: ExtractorConfig,
  compilerState: CompilerState,
  entry: TypedEntry,
  output: TypesOutput,
): string[] {
  const complaints: string[] = [];
  const result = Extractor.invoke(config, {
    compilerState,
    localBuild: output.report === "update",
    showVerboseMessages: false,
    messageCallback: (message) => {
      message.handled = true;
      if (isComplaint(message, entry, output))
        complaints.push(message.formatMessageWithLocation(config.projectFolder));
    },
  });
  if (output.report === "compare" && result.apiReportChanged)
    complaints.push(`The public API differs from ${REPORT_DIRECTORY}/${entry.name}.api.md.`);
  return complaints;
}

function isComplaint(message: ExtractorMessage, entry: TypedEntry, output: TypesOutput): boolean {
  // Flaws in the documentation fail the gate, not the build.
  if (message.logLevel !== ExtractorLogLevel.Warning) return message.logLevel === ExtractorLogLevel.Error;
  return output.report === "compare" && !isAllowed(message, entry);
}

function isAllowed({ messageId, text }: ExtractorMessage, { unnamed = [] }: TypedEntry): boolean {
  switch (messageId) {
    case "ae-forgotten-export":
      return unnamed.some((name) => text.includes(`"${name}"`));
    // In entries with types that mirror the wire format, the field names are documentation enough.
    case "ae-undocumented":
    case "ae-unresolved-link":
      return unnamed.length > 0;
    default:
      return false;
  }
}

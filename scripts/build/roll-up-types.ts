import { mkdir, readFile, rm, writeFile } from "node:fs/promises";
import {
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
    const complaints = own.flatMap((entry) => extract(root, declarations, entry, output));
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

function extract(root: string, declarations: string, entry: TypedEntry, output: TypesOutput): string[] {
  const complaints: string[] = [];
  const declaration = `${declarations}/${entry.source.replace(/\.ts$/, ".d.ts")}`;
  const report = `${entry.name}.api.md`;
  const config = ExtractorConfig.prepare({
    configObjectFullPath: `${root}/.config/api-extractor.json`,
    packageJsonFullPath: `${root}/package.json`,
    configObject: {
      projectFolder: root,
      mainEntryPointFilePath: declaration,
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
          files: [declaration],
        },
      },
      apiReport: {
        enabled: output.report !== undefined,
        reportFileName: report,
        reportFolder: `${root}/${REPORT_DIRECTORY}`,
        reportTempFolder: declarations,
      },
      docModel: { enabled: false },
      tsdocMetadata: { enabled: false },
      dtsRollup: {
        enabled: output.outDirectory !== undefined,
        untrimmedFilePath: `${output.outDirectory ?? declarations}/${entry.name}.d.ts`,
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
  const result = Extractor.invoke(config, {
    localBuild: output.report === "update",
    showVerboseMessages: false,
    messageCallback: (message) => {
      message.handled = true;
      if (isComplaint(message, entry, output)) complaints.push(message.formatMessageWithLocation(root));
    },
  });
  if (output.report === "compare" && result.apiReportChanged) {
    complaints.push(`The public API differs from ${REPORT_DIRECTORY}/${report}.`);
  }
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

import { BUNDLE_NAME } from "../../src/distribution/layout";
import { WORKER_NAME } from "../../src/foresight/replication-pool";
import { formatCommandCheck, formatNodeCheck } from "./format-node-check";

/** A file that is loaded later than the entry. */
export interface LazyFile {
  /** The file to write, relative to `dist/`. */
  readonly outFile: string;
  /**
   * The modules in it, relative to the root: their dynamic imports load the file. Or the packages in it,
   * which no other file then contains: every import loads it. No two may export the same name.
   */
  readonly standsFor: readonly string[];
}

/** One file of code that is published. */
export interface Entry {
  /** The module where the code begins, relative to the root. */
  readonly source: string;
  /** The bundle to write, relative to `dist/`. */
  readonly outFile: string;
  /** Files next to `outFile` with code that is needed later and must not be parsed at the start. */
  readonly lazy?: readonly LazyFile[];
  /** Packages not to bundle: the user's project has them, or npm installs them with this package. */
  readonly external: readonly string[];
  /** As {@link TypedEntry.variant}. */
  readonly variant?: string;
  /** The file to run, beside `outFile`: it checks the version of Node.js, then loads that. */
  readonly check?: { readonly name: string; readonly text: string; readonly mode: number };
  /** Whether the bundle is a program of its own: minified, with its packages and their collected licences. */
  readonly isStandalone: boolean;
}

/** An entry of the package that is imported with types. */
export interface TypedEntry {
  /** Name of the bundle, of its declarations and of its API report, without extension. */
  readonly name: string;
  /** The module where the code begins, relative to the root. */
  readonly source: string;
  /**
   * Uses `NAME.VARIANT.ts` in place of `NAME.ts` wherever it exists. Default: never.
   * Both files export the same names, so that both variants have the same API.
   */
  readonly variant?: string;
  /** Types that public types use but the entry does not export. Default: none. */
  readonly unnamed?: readonly string[];
  /** As {@link Entry.external}. */
  readonly external: readonly string[];
}

const CONSTRUCTS = "src/constructs/index.ts";

const SHARED_TYPES = ["Finding", "Row", "SettingName", "SettingValueOf", "ShownValueOfRow"] as const;

/** The entries that can be imported from the package. */
export const TYPED_ENTRIES: readonly TypedEntry[] = [
  // A second copy of the CDK would not recognise the constructs of the first.
  { name: "index", source: CONSTRUCTS, external: ["cdktf", "constructs"] },
  { name: "cdktn", source: CONSTRUCTS, variant: "cdktn", external: ["cdktn", "constructs"] },
  {
    name: "client",
    source: "src/api/index.ts",
    unnamed: [...SHARED_TYPES, "ALL_TARGETS", "CreateQueueSettings", "CreateRow", "SettingValue"],
    external: ["undici", "zod"],
  },
  {
    name: "emulator",
    source: "src/emulator/index.ts",
    unnamed: [
      ...[...SHARED_TYPES, "Table", "SecondTable", "DEFAULT_STATUSES", "ERROR_CODES", "KEY_PERMISSIONS"],
      ...["PULL_REQUEST_STATES", "REQUIRED_STATUSES_SOURCES", "EngineOptions", "HostPullRequest"],
      ...["StoredSettings", "ValueOfRow"],
    ],
    external: ["sorted-btree", "zod"],
  },
];

const CLIENT: readonly string[] = [
  "src/api/operation-caller.ts",
  "src/api/encode-request.ts",
  "src/api/second/call-second.ts",
];

function listSubcommands(...names: readonly string[]): readonly string[] {
  return names.map((name) => `src/cli/commands/${name}.ts`);
}

/** What the command loads later, by file name: the parser, then one other, and the client if it calls. */
const COMMAND_PARTS: readonly (readonly [name: string, standsFor: readonly string[]])[] = [
  ["parser", ["src/cli/run-command.ts", ...listSubcommands("completion", "version")]],
  ["commander", ["commander"]],
  ["client", [...CLIENT, "src/cli/events/check-events.ts"]],
  ["local-exec", listSubcommands("local-exec")],
  [
    "live",
    listSubcommands(...["events-upload", "get", "metrics", "pr-change", "pr-impacted-targets", "pr-list"]),
  ],
  ["plans", listSubcommands("export", "plan", "queue-state", "review")],
  [
    "foresight",
    [
      ...listSubcommands("simulate", "workload"),
      "src/cli/simulate/forecast-plan.ts",
      "src/foresight/workload-file.ts",
    ],
  ],
  ["setup", listSubcommands("doctor", "init", "provider-install")],
  ["serve", listSubcommands("serve")],
];

/** The bundles that `npm run build` makes, all as CommonJS. */
export const ENTRIES: readonly Entry[] = [
  ...TYPED_ENTRIES.map((entry) => ({ ...entry, outFile: `${entry.name}.js`, isStandalone: false })),
  {
    // Its parts are loaded by the subcommands that need them.
    source: "src/cli/main.ts",
    outFile: "command.js",
    check: { name: "cli.js", text: formatCommandCheck("command.js"), mode: 0o755 },
    lazy: COMMAND_PARTS.map(([name, standsFor]) => ({ outFile: `command-${name}.js`, standsFor })),
    external: [],
    isStandalone: true,
  },
  {
    // Beside the command, which runs it in worker threads.
    source: "src/foresight/drive/replication-worker.ts",
    outFile: WORKER_NAME,
    external: ["sorted-btree"],
    isStandalone: false,
  },
  {
    // Terraform starts it from a directory without node_modules.
    source: "src/provider/main.ts",
    outFile: "provider/start.cjs",
    check: { name: BUNDLE_NAME, text: formatNodeCheck(), mode: 0o644 },
    lazy: [
      { outFile: "provider/schema.cjs", standsFor: ["src/provider/constant-responses.ts"] },
      {
        // One file for both, because they compare values of the same classes with instanceof.
        outFile: "provider/calls.cjs",
        standsFor: ["src/plugin/server/provider-routes.ts", "src/provider/provider-definition.ts"],
      },
      // HTTP and schemas are half of the code, and half of an apply's processes never call the service.
      { outFile: "provider/client.cjs", standsFor: CLIENT },
    ],
    external: [],
    isStandalone: true,
  },
];

import { WORKER_NAME } from "../../src/foresight/drive/replication-pool";

/** A file that is loaded later than the entry. */
export interface LazyFile {
  /** The module where its code begins, relative to the root. It exports everything that the modules in `standsFor` export. */
  readonly source: string;
  /** The file to write, relative to `dist/`. */
  readonly outFile: string;
  /** The modules that it replaces wherever they are imported dynamically, relative to the root. */
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
  /** Packages that are not bundled, because the user's project has them or npm installs them with this package. */
  readonly external: readonly string[];
  /** As {@link TypedEntry.variant}. */
  readonly variant?: string;
  /** The command to run, relative to `dist/`: it checks the version of Node.js, then loads `outFile`. */
  readonly checkedBy?: string;
  /** Whether to minify the code and collect the licences of its packages, for bundles that are copied without the package. */
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
}

const CONSTRUCTS: TypedEntry = { name: "index", source: "src/constructs/index.ts" };

/** The entries that can be imported from the package. */
export const TYPED_ENTRIES: readonly TypedEntry[] = [
  CONSTRUCTS,
  { ...CONSTRUCTS, name: "cdktn", variant: "cdktn" },
  {
    name: "client",
    source: "src/api/index.ts",
    unnamed: [
      "ALL_TARGETS",
      "CreateQueueSettings",
      "CreateRow",
      "Finding",
      "Row",
      "SettingName",
      "SettingValue",
      "SettingValueOf",
      "ShownValueOfRow",
    ],
  },
  {
    name: "emulator",
    source: "src/emulator/index.ts",
    unnamed: [
      "Table",
      ...["DEFAULT_STATUSES", "ERROR_CODES", "PULL_REQUEST_STATES", "REQUIRED_STATUSES_SOURCES"],
      ...["EngineOptions", "Finding", "HostPullRequest", "Row", "SettingName", "SettingValueOf"],
      ...["ShownValueOfRow", "StoredSettings", "ValueOfRow"],
    ],
  },
];

/** The bundles that `npm run build` makes, all as CommonJS. */
export const ENTRIES: readonly Entry[] = [
  {
    source: "src/constructs/index.ts",
    outFile: "index.js",
    // A second copy of the CDK would not recognise the constructs of the first.
    external: ["cdktf", "constructs"],
    isStandalone: false,
  },
  {
    source: "src/constructs/index.ts",
    outFile: "cdktn.js",
    variant: "cdktn",
    external: ["cdktn", "constructs"],
    isStandalone: false,
  },
  {
    source: "src/api/index.ts",
    outFile: "client.js",
    external: ["undici", "zod"],
    isStandalone: false,
  },
  {
    source: "src/emulator/index.ts",
    outFile: "emulator.js",
    external: ["sorted-btree", "zod"],
    isStandalone: false,
  },
  {
    source: "src/cli/main.ts",
    outFile: "command.js",
    checkedBy: "cli.js",
    external: ["undici", "zod", "commander", "cli-table3", "string-width", "sorted-btree"],
    isStandalone: false,
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
    lazy: [
      {
        source: "src/provider/constant-responses.ts",
        outFile: "provider/schema.cjs",
        standsFor: ["src/provider/constant-responses.ts"],
      },
      {
        // One file for both, because they compare values of the same classes with instanceof.
        source: "scripts/build/first-call.ts",
        outFile: "provider/calls.cjs",
        standsFor: ["src/plugin/server/provider-routes.ts", "src/provider/provider-definition.ts"],
      },
      {
        // HTTP and schemas are half of the code, and half of an apply's processes never call the service.
        source: "src/api/operation-caller.ts",
        outFile: "provider/client.cjs",
        standsFor: ["src/api/operation-caller.ts"],
      },
    ],
    external: [],
    isStandalone: true,
  },
];

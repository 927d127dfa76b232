/** A file that is loaded later than the entry. */
export interface LazyFile {
  /** Where its code begins, relative to the root; exports all that the modules it stands for export. */
  readonly source: string;
  /** Where it goes, relative to `dist/`. */
  readonly outFile: string;
  /** The modules that it stands for where they are imported dynamically, relative to the root. */
  readonly standsFor: readonly string[];
}

/** One file of code that is published. */
export interface Entry {
  /** Where the code begins, relative to the root. */
  readonly source: string;
  /** Where the bundle goes, relative to `dist/`. */
  readonly outFile: string;
  /** Files beside `outFile` with code that is needed later and must not be parsed at the start. */
  readonly lazy?: readonly LazyFile[];
  /** Packages that are not bundled, because the user's project brings them or npm installs them beside us. */
  readonly external: readonly string[];
  /** As {@link TypedEntry.variant}. */
  readonly variant?: string;
  /** First lines of the bundle. */
  readonly banner?: string;
  /** Whether to minify the code and to collect the licences of its packages, for bundles that are copied on their own. */
  readonly isStandalone: boolean;
}

/** An entry of the package that is imported with types. */
export interface TypedEntry {
  /** Name of the bundle, of the declarations beside it and of the report of its surface, without extension. */
  readonly name: string;
  /** Where the code begins, relative to the root. */
  readonly source: string;
  /**
   * Takes `NAME.VARIANT.ts` in place of `NAME.ts` wherever there is such a twin. Default: takes none.
   * The twin exports the same, so that both variants have the same surface.
   */
  readonly variant?: string;
  /** Types behind the public ones that can be used but not named. Default: none. */
  readonly unnamed?: readonly string[];
}

const CONSTRUCTS: TypedEntry = { name: "index", source: "src/constructs/index.ts" };

/** What can be imported from the package. */
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

/** What `npm run build` bundles, all as CommonJS. */
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
    outFile: "cli.js",
    external: ["undici", "zod", "commander", "cli-table3", "string-width", "sorted-btree"],
    banner: "#!/usr/bin/env node",
    isStandalone: false,
  },
  {
    // Terraform starts it from a directory without node_modules.
    source: "src/provider/main.ts",
    outFile: "provider/start.cjs",
    lazy: [
      {
        // One file for both, because they tell values of the same classes apart.
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

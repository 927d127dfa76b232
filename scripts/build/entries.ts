/** One file of code that is published. */
export interface Entry {
  /** Where the code begins, relative to the root. */
  readonly source: string;
  /** Where the bundle goes, relative to `dist/`. */
  readonly outFile: string;
  /**
   * A module that the code imports dynamically, and the file beside `outFile` that it goes into: what is only
   * needed later must not be parsed at the start.
   */
  readonly lazy?: { readonly source: string; readonly outFile: string };
  /** Packages that are not bundled, because the user's project brings them or npm installs them beside us. */
  readonly external: readonly string[];
  /** First lines of the bundle. */
  readonly banner?: string;
  /** Whether to shorten the code and to collect the licences of what is in it: for what is copied around. */
  readonly isStandalone: boolean;
}

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
    source: "src/cli/main.ts",
    outFile: "cli.js",
    external: ["undici", "zod", "commander"],
    banner: "#!/usr/bin/env node",
    isStandalone: false,
  },
  {
    // Terraform starts it from a directory where there is no node_modules.
    source: "src/provider/main.ts",
    outFile: "provider/provider.cjs",
    // HTTP and schemas are two thirds of the code, and half of an apply's processes never call the service.
    lazy: { source: "src/api/operation-caller.ts", outFile: "provider/client.cjs" },
    external: [],
    isStandalone: true,
  },
];

const { join } = require("node:path");
const { buildSync } = require("esbuild");

/**
 * Jest loads every module of a package anew for every test file, and these have hundreds: as one file each,
 * zod and undici take a fifth of the time, and cdktf takes half.
 */
const PACKAGES = { zod: ["zod", "zod/mini", "zod/locales"], undici: ["undici"], cdktf: ["cdktf"] };

/** Absolute path of the bundles. */
const DIRECTORY = join(__dirname, "../../../.scratch/packages");

/** Maps the names that are imported to the bundles. */
exports.moduleNameMapper = Object.fromEntries(
  Object.values(PACKAGES)
    .flat()
    .map((name) => [`^${name}$`, join(DIRECTORY, `${name.replace("/", "-")}.cjs`)]),
);

/** Writes the bundles. */
exports.bundlePackages = () => {
  buildSync({
    entryPoints: Object.fromEntries(
      Object.values(PACKAGES)
        .flat()
        .map((name) => [name.replace("/", "-"), name]),
    ),
    outdir: DIRECTORY,
    outExtension: { ".js": ".cjs" },
    bundle: true,
    // A second copy would not recognise the constructs of the first.
    external: ["constructs"],
    platform: "node",
    format: "cjs",
    target: "node20",
    logLevel: "error",
  });
};

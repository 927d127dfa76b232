import { readBinaryPackage } from "./binary/package-files";
import { checkSources } from "./release/check-sources";
import { makeRelease } from "./release/make-release";
import { readReleasePlan } from "./release/read-release-plan";
import { checkSigningKey, signFile } from "./release/sign-file";
import { findRoot } from "./support/find-root";

/**
 * `npm run release:archives [-- --platform OS_ARCH… --out DIRECTORY --allow-dirty]`: the files of a release, for all
 * platforms or the named ones, in `release/`. The key that GPG_FINGERPRINT names signs the checksums.
 */
async function main(): Promise<void> {
  const root = findRoot();
  const { platforms, outDirectory, key, isDirtyAllowed } = readReleasePlan(
    process.argv.slice(2),
    process.env,
    root,
  );
  // What can be wrong is said before minutes are spent.
  if (!isDirtyAllowed) await checkSources(root);
  if (key !== undefined) checkSigningKey(key);
  await makeRelease({
    root,
    platforms,
    outDirectory,
    readPackage: readBinaryPackage,
    ...(key === undefined
      ? {}
      : {
          sign: (file, signature) => {
            signFile(file, signature, key);
          },
        }),
    onFile: (name, bytes) => {
      console.log(`${name} ${bytes} bytes`);
    },
  });
  console.log(outDirectory);
  if (key === undefined) {
    console.log("Not signed: no registry takes it. GPG_FINGERPRINT names the key to sign with.");
  }
}

main().catch((error: unknown) => {
  console.error(error instanceof Error ? error.message : String(error));
  process.exitCode = 1;
});

import { readBinaryPackage } from "./binary/package-files";
import { makeRelease } from "./release/make-release";
import { checkSources, readReleasePlan } from "./release/read-release-plan";
import { checkSigningKey, signFile } from "./release/sign-file";
import { runMain } from "./support/run-main";

/**
 * `npm run release:archives [-- --platform OS_ARCH… --out DIRECTORY --allow-dirty]`: makes the files of a
 * release in `release/`, for all platforms or the named ones. The key that GPG_FINGERPRINT names signs the
 * checksums.
 */
async function main(root: string): Promise<void> {
  const { platforms, outDirectory, key, isDirtyAllowed } = readReleasePlan(
    process.argv.slice(2),
    process.env,
    root,
  );
  // Check first: the compilation takes minutes.
  if (!isDirtyAllowed) await checkSources(root);
  if (key !== undefined) checkSigningKey(key);
  await makeRelease({
    root,
    platforms,
    outDirectory,
    readPackage: readBinaryPackage,
    sign:
      key &&
      ((file, signature) => {
        signFile(file, signature, key);
      }),
    onFile: (name, bytes) => {
      console.log(`${name} ${bytes} bytes`);
    },
  });
  console.log(outDirectory);
  if (key === undefined) {
    console.log(
      "The checksums are not signed, so no registry accepts the release. Name the key in GPG_FINGERPRINT.",
    );
  }
}

runMain(main);

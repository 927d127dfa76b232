import { join } from "node:path";
import { GENERATORS } from "./generators";
import { findRoot } from "./support/find-root";
import { runMain } from "./support/run-main";

/** `npm run generate`: writes all generated files of the repository. */
async function main(): Promise<void> {
  const root = findRoot();
  await Promise.all(GENERATORS.map(({ generate, directory }) => generate(root, join(root, directory))));
}

runMain(main);

import { join } from "node:path";
import { GENERATORS } from "./generators";
import { runMain } from "./support/run-main";

/** `npm run generate`: writes all generated files of the repository. */
async function main(root: string): Promise<void> {
  await Promise.all(GENERATORS.map(({ generate, directory }) => generate(root, join(root, directory))));
}

runMain(main);

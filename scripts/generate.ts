import { generateApiPages } from "./generate-api-pages";
import { generateCommandPage } from "./generate-command-docs";
import { generateConcepts } from "./generate-concepts";
import { generateDocs } from "./generate-docs";
import { generateProtocol } from "./generate-protocol";
import { generateSchemas } from "./generate-schemas";
import { findRoot } from "./support/find-root";
import { runMain } from "./support/run-main";

/** `npm run generate`: writes all generated files of the repository. */
async function main(): Promise<void> {
  const root = findRoot();
  await Promise.all([
    generateProtocol(root),
    generateDocs(root),
    generateConcepts(root),
    generateApiPages(root),
    generateSchemas(root),
    generateCommandPage(root),
  ]);
}

runMain(main);

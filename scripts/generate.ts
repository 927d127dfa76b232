import { generateApiPages } from "./generate-api-pages";
import { generateDocs } from "./generate-docs";
import { generatePage } from "./generate-page";
import { generateProtocol } from "./generate-protocol";
import { findRoot } from "./support/find-root";

/* `npm run generate`: everything in the repository that is made from something else in it. */
const root = findRoot();
Promise.all([generateProtocol(root), generatePage(root), generateDocs(root), generateApiPages(root)]).catch(
  (error: unknown) => {
    console.error(error instanceof Error ? error.message : String(error));
    process.exitCode = 1;
  },
);

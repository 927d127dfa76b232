import { mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { ApiPackage } from "@microsoft/api-extractor-model";
import { ApiModel } from "@microsoft/api-extractor-model";
import { findLinks } from "./api-pages/api-links";
import { API_PAGES } from "./api-pages/api-page";
import { listDeclarations, printApiPage } from "./api-pages/print-api-page";
import { TYPED_ENTRIES } from "./build/entries";
import { rollUpTypes } from "./build/roll-up-types";

/** Folder of the API's documentation, relative to the repository; all of it is generated. */
export const API_PAGES_DIRECTORY = "docs/api";

/**
 * Writes the API's documentation: one page an entry of the package, from its declarations and their comments.
 * @param root - the repository's absolute path
 * @param outDirectory - absolute folder for the pages. Default: theirs
 * @throws Error if the declarations do not compile, or hold what the pages cannot show
 */
export async function generateApiPages(
  root: string,
  outDirectory: string = join(root, API_PAGES_DIRECTORY),
): Promise<void> {
  const modelDirectory = await mkdtemp(join(tmpdir(), "api-model-"));
  try {
    const entries = TYPED_ENTRIES.filter(({ name }) => API_PAGES.some(({ entry }) => entry === name));
    await rollUpTypes(root, { modelDirectory }, entries);
    await mkdir(outDirectory, { recursive: true });
    // Models of their own: all are of one package, and a model holds a package once.
    const load = (entry: string): ApiPackage =>
      new ApiModel().loadPackage(join(modelDirectory, `${entry}.api.json`));
    // What all entries share, errors for example, the client documents whole. Words of code in lower case are values.
    const shared = findLinks(listDeclarations(load("client")), "client.md");
    const others = new Map([...shared].filter(([path]) => /^[A-Z]/.test(path)));
    await Promise.all(
      API_PAGES.map((page) =>
        writeFile(
          join(outDirectory, `${page.name}.md`),
          printApiPage(page, load(page.entry), page.entry === "client" ? new Map() : others),
        ),
      ),
    );
  } finally {
    await rm(modelDirectory, { recursive: true, force: true });
  }
}

import { generateCommandPage } from "./command/command-page";
import { generateApiPages } from "./generate-api-pages";
import { generateConcepts } from "./generate-concepts";
import { generateDocs } from "./generate-docs";
import { generateInterface } from "./generate-interface";
import { generateProtocol } from "./generate-protocol";
import { generateRecipes } from "./generate-recipes";
import { generateReferences } from "./generate-references";
import { generateSchemas } from "./generate-schemas";
import { generateSettings } from "./generate-settings";

/** Writes files into a folder of the repository, which may contain other files. */
export interface Generator {
  /** @param root - the repository's absolute path. @param outDirectory - any folder, absolute; it exists */
  readonly generate: (root: string, outDirectory: string) => Promise<void>;
  /** The folder, relative to the repository. */
  readonly directory: string;
  /** The paths of the generated files below the folder. */
  readonly files: RegExp;
}

/** The generators of all generated files. The same sources give the same bytes on every machine. */
export const GENERATORS: readonly Generator[] = [
  { generate: generateProtocol, directory: "src/plugin/protocol", files: /\.generated\.ts$/ },
  { generate: generateReferences, directory: "src/constructs/data", files: /\.generated\.ts$/ },
  { generate: generateSettings, directory: "src/constructs/queue", files: /\.generated\.ts$/ },
  {
    generate: generateDocs,
    directory: "docs",
    files: /^(?:index\.md|(?:resources|data-sources|list-resources|actions|functions)\/.+)$/,
  },
  { generate: generateConcepts, directory: "docs", files: /^concepts\.md$/ },
  { generate: generateInterface, directory: "docs", files: /^interface\.md$/ },
  { generate: generateApiPages, directory: "docs/api", files: /\.md$/ },
  { generate: generateSchemas, directory: "docs", files: /^(?:forecast|workload)\.schema\.json$/ },
  { generate: generateCommandPage, directory: "docs", files: /^command\.md$/ },
  {
    generate: generateRecipes,
    directory: "examples/recipes/github-actions",
    files: /^queues(?:-terraform)?\.yml$/,
  },
];

import { rm } from "node:fs/promises";
import { join } from "node:path";
import type * as typedocModule from "typedoc";
import type { Application, Comment, TypeDocOptions } from "typedoc";
import type { PluginOptions } from "typedoc-plugin-markdown";

/**
 * Pages by the entry that each documents. The first page that exports a declaration documents it; the others
 * link there. The constructs for CDK Terrain have the surface of those for CDKTF and share their page.
 */
const PAGES: Readonly<Record<string, string>> = {
  "src/api/index.ts": "client",
  "src/constructs/index.ts": "constructs",
  "src/emulator/index.ts": "local-service",
};

const OPTIONS: TypeDocOptions & Partial<PluginOptions> = {
  plugin: ["typedoc-plugin-markdown"],
  logLevel: "Warn",
  readme: "none",
  router: "module",
  flattenOutputFiles: true,
  hideBreadcrumbs: true,
  hidePageHeader: true,
  hideGenerator: true,
  pageTitleTemplates: { module: ({ name }) => `API of the ${name.replace("-", " ")}` },
  disableSources: true,
  disableGit: true,
  githubPages: false,
  sortEntryPoints: false,
  // The gate `types` checks them.
  skipErrorChecking: true,
  excludeExternals: true,
  excludePrivate: true,
  excludeProtected: true,
  excludeInternal: true,
  validation: { invalidLink: false, notDocumented: false, notExported: false, rewrittenLink: false },
  useCodeBlocks: true,
  expandObjects: true,
  parametersFormat: "table",
  interfacePropertiesFormat: "table",
  classPropertiesFormat: "table",
  typeAliasPropertiesFormat: "table",
  propertyMembersFormat: "table",
  typeDeclarationFormat: "table",
  tableColumnSettings: { hideDefaults: true, hideInherited: true, hideModifiers: true, hideOverrides: true },
};

/** Writes a page for each entry of the package from its declarations. @throws Error if typedoc complains */
export async function generateApiPages(root: string, outDirectory: string): Promise<void> {
  const typedoc = await import("typedoc");
  const app = await typedoc.Application.bootstrapWithPlugins({
    ...OPTIONS,
    basePath: root,
    entryPoints: Object.keys(PAGES).map((entry) => join(root, entry)),
    tsconfig: join(root, ".config/tsconfig.types.json"),
    out: outDirectory,
  });
  shortenClasses(app, typedoc);
  const project = await app.convert();
  if (project === undefined) throw new Error("typedoc could not read the declarations.");
  const names = Object.values(PAGES);
  for (const [index, module] of (project.children ?? []).entries()) module.name = names[index] ?? module.name;
  await app.generateOutputs(project);
  if (app.logger.hasErrors() || app.logger.hasWarnings()) throw new Error("typedoc complained, see above.");
  await rm(join(outDirectory, "README.md"));
}

/** Lists accessors in the properties table, and documents inherited members only where they are declared. */
function shortenClasses(app: Application, { Converter, ReflectionKind }: typeof typedocModule): void {
  app.converter.on(Converter.EVENT_RESOLVE_BEGIN, ({ project }) => {
    for (const reflection of Object.values(project.reflections)) {
      const getter = reflection.isDeclaration() ? reflection.getSignature : undefined;
      if (!reflection.isDeclaration() || getter?.type === undefined) continue;
      reflection.kind = ReflectionKind.Property;
      reflection.type = getter.type;
      if (getter.comment !== undefined) reflection.comment = getter.comment;
      delete reflection.getSignature;
    }
  });
  app.converter.on(Converter.EVENT_RESOLVE_END, ({ project }) => {
    for (const reflection of Object.values(project.reflections)) {
      if (!reflection.isDeclaration()) continue;
      const isMember = reflection.parent?.kindOf(ReflectionKind.Class) === true;
      if (isMember && reflection.inheritedFrom !== undefined) project.removeReflection(reflection);
      else sayDefault(reflection.comment);
    }
  });
}

/** `@default - none` is a description, not code. */
function sayDefault(comment: Comment | undefined): void {
  const tag = comment?.getTag("@default");
  if (tag === undefined) return;
  tag.content = tag.content.map((part) => {
    const words = /^`- (.*)`$/.exec(part.text)?.[1];
    return words === undefined ? part : { kind: "text", text: words };
  });
}

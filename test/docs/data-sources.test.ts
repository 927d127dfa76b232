import { readFileSync } from "node:fs";
import { join, resolve } from "node:path";
import type { Attributes } from "../../src/plugin/schema/schema";
import { DATA_SOURCES } from "../../src/provider/data-sources/data-sources";
import { FUNCTIONS } from "../../src/provider/functions/functions";
import { SETTINGS } from "../../src/queue/settings";

const PAGE = readFileSync(join(resolve(__dirname, "../.."), "docs/guides/guarding-deployments.md"), "utf8");

/** Answers the text below a heading, up to the next one of its level. */
function findSection(heading: string): string {
  const [, rest] = PAGE.split(`\n## ${heading}\n`);
  if (rest === undefined) throw new Error(`docs/guides/guarding-deployments.md has no section ${heading}`);
  return rest.split("\n## ")[0] ?? "";
}

function listNames(attributes: Attributes): string[] {
  return Object.entries(attributes).flatMap(([name, attribute]) =>
    "attributes" in attribute ? [name, ...listNames(attribute.attributes)] : [name],
  );
}

describe("docs/guides/guarding-deployments.md", () => {
  const everywhere = PAGE.slice(0, PAGE.indexOf("\n## ")) + findSection("A pull request");
  const settings = SETTINGS.map(({ name }) => name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`));

  test.each(Object.entries(DATA_SOURCES))("describes every attribute of %s", (typeName, { schema }) => {
    const text = findSection(typeName) + everywhere;
    const names = listNames(schema.attributes).filter((name) => !settings.includes(name) || name === "state");
    const missing = names.filter((name) => !new RegExp(`\\b${name}\\b`).test(text));
    expect(missing).toEqual([]);
  });

  test.each(Object.entries(FUNCTIONS))("shows how %s is called", (name, { parameters }) => {
    const call = `${name}(${parameters.map((parameter) => parameter.name).join(", ")})`;
    expect(findSection("Functions")).toContain(`\`${call}\``);
  });
});

import { existsSync } from "node:fs";
import { join } from "node:path";
import { parse } from "yaml";
import { listFiles, listMatches, ROOT, readText } from "./support/registry-pages";

const DIRECTORY = ".github/ISSUE_TEMPLATE";
const read = (name: string): string => readText(`${DIRECTORY}/${name}`);

interface Form {
  name: string;
  description: string;
  body: {
    type: string;
    id?: string;
    attributes: { label?: string; options?: string[] };
    validations?: { required: boolean };
  }[];
}

test.each(["bug.yml", "question-or-feature.yml"])("%s is a form that GitHub shows", (file) => {
  const { name, description, body } = parse(read(file)) as Form;
  expect([name, description]).not.toContain("");
  const fields = body.filter(({ type }) => type !== "markdown");
  expect(new Set(fields.map(({ id }) => id)).size).toBe(fields.length);
  for (const { type, attributes } of fields) {
    expect(["textarea", "input", "dropdown"]).toContain(type);
    expect(attributes.label).toEqual(expect.any(String));
    expect(attributes.options === undefined).toBe(type !== "dropdown");
  }
});

test("a bug says the version, what it was used with, and on which service", () => {
  const { body } = parse(read("bug.yml")) as Form;
  const required = body.filter(({ validations }) => validations?.required).map(({ id }) => id);
  expect(required).toEqual(["what", "version", "interface", "terraform", "service"]);
});

test("the forms lead vulnerabilities elsewhere, and their links to files that exist", () => {
  const texts = listFiles([DIRECTORY], /./).map(readText).join("\n");
  expect(read("config.yml")).toContain("security/advisories/new");
  const files = listMatches(texts, /\/blob\/main\/([\w./-]+)/g);
  expect(files.length).toBeGreaterThan(1);
  expect(files.filter((file) => !existsSync(join(ROOT, file)))).toEqual([]);
});

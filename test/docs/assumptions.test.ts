import { NEW_QUEUE_CHOICES, resolveOptions } from "../../src/emulator/emulator-options";
import { measureQueues } from "../../src/emulator/metrics/queue-metrics";
import { createState } from "../../src/engine/engine-state";
import { DEFAULT_STATUSES } from "../../src/engine/refusal";
import { listMatches, listRows, readText } from "./support/registry-pages";

const PAGE = readText("docs/assumptions.md");

/** Lists the names in code in a cell. */
function listNames(cell: string): string[] {
  return listMatches(cell, /`(\w+)`/g);
}

describe("docs/assumptions.md", () => {
  const options = resolveOptions();

  test("names exactly the options of the local service", () => {
    const tables = [...PAGE.matchAll(/^\| choice \| from \| option \|$/gm)].map(({ index }) =>
      PAGE.slice(index, PAGE.indexOf("\n\n", index)),
    );
    const cells = tables.flatMap((table) =>
      table.split("\n").map((line) => line.split("|")[3]?.trim() ?? ""),
    );
    const named = cells.flatMap((cell) =>
      // Either nothing but names, or `name: value` with words about it.
      /^(?:`\w+`(?:, )?)+$/.test(cell) ? listNames(cell) : listMatches(cell, /`(\w+): /g),
    );
    // Statuses have a table of their own.
    expect(PAGE).toContain("`statuses` maps each refusal");
    // `defaults` chooses what `newQueue` is merged with, and is no option of its own afterwards.
    const expected = ["defaults", ...Object.keys(options).filter((name) => name !== "statuses")];
    expect([...new Set(named)].sort()).toEqual(expected.sort());
  });

  test("lists every refusal with the status that it has by default", () => {
    const rows = listRows(PAGE, "| refusal | from | default |").map(([kind = "", , status]) => [
      kind.replaceAll("`", ""),
      Number(status),
    ]);
    expect(Object.fromEntries(rows)).toEqual(DEFAULT_STATUSES);
  });

  test.each(NEW_QUEUE_CHOICES)("lists every setting of a new queue: %s", (defaults) => {
    const settings = listRows(PAGE, "| setting | from | of a new queue |").flatMap(
      ([names = "", , published = "", , careful = ""]) =>
        listNames(names).map((name) => [
          name,
          // An empty cell says that the careful value is the published one.
          ((defaults === "careful" && careful) || published).replaceAll("`", ""),
        ]),
    );
    const expected = Object.entries(resolveOptions({ defaults }).newQueue).map(([name, value]) => [
      name,
      // Without a value of its own it follows another setting.
      value === undefined
        ? "as concurrency"
        : String(value as string | number | readonly string[]) || "empty",
    ]);
    expect(Object.fromEntries(settings)).toEqual(Object.fromEntries(expected));
  });

  test("says of each choice whether it comes from the interface, from a public service, or from us", () => {
    const tables = [...PAGE.matchAll(/(?:^\|.*\n)+/gm)].map(([table]) => table.trimEnd());
    expect(tables.length).toBeGreaterThan(12);
    expect(tables.filter((table) => !/^\| [\w ]+ \| from \|/.test(table))).toEqual([]);
    const origins = tables.flatMap((table) =>
      table
        .split("\n")
        .slice(2)
        .map((line) => line.split("|")[2]?.trim()),
    );
    expect(new Set(origins)).toEqual(new Set(["interface", "published", "ours"]));
  });

  test("lists every priority, in words and numbers", () => {
    const words = Object.entries(options.priorities).map(([word, value]) => `\`${word}\` ${value}`);
    expect(PAGE).toContain(`Priorities: ${words.join(", ")};`);
    expect(PAGE).toContain(`A submission without a priority has \`${options.defaultPriority}\``);
  });

  test("lists every metric with its type", () => {
    const rows = ["| published metric | from | type |", "| metric | from | type | label |"]
      .flatMap((header) => listRows(PAGE, header))
      .map(([name = "", , type]) => [name.replaceAll("`", ""), type]);
    const metrics = measureQueues(createState("x"), undefined, options).map(({ name, type = "gauge" }) => [
      name,
      type,
    ]);
    expect(rows).toEqual(metrics);
  });
});

import { readFileSync } from "node:fs";
import { join } from "node:path";
import { ERROR_CODES } from "../../src/queue/merge-queue-error";
import { PROVIDER_ARGUMENTS, toVariableName } from "../../src/queue/provider-arguments";
import { listCommands } from "../cli/support/list-commands";

const PAGE = readFileSync(join(__dirname, "../../docs/command.md"), "utf8");

let commands: Awaited<ReturnType<typeof listCommands>>;

beforeAll(async () => {
  commands = await listCommands();
});

/** The rows of a table, without its head: cells as written. */
function listRows(text: string): string[][] {
  const lines = text.split("\n").filter((line) => /^\| `/.test(line));
  return lines.map((line) => line.slice(2, -2).split(/ \| /));
}

/** Options that a table of the page gives to a command. */
function listDocumentedFlags(): { command: string; flags: string }[] {
  const tables = [
    ...PAGE.matchAll(/^<!-- generated: ((?:arguments|options) .+) -->\n([^]*?)^<!-- end -->$/gm),
  ];
  const shared = [...PAGE.matchAll(/^- `([^`]+)`: .*\. Of (`[^.]+)\.$/gm)].flatMap(
    ([, flags = "", commands = ""]) =>
      [...commands.matchAll(/`([^`]+)`/g)].map(([, command = ""]) => ({ command, flags })),
  );
  const rows = tables.flatMap(([, name = "", table = ""]) =>
    listRows(table).flatMap(([first = "", second = ""]) => {
      const isOfGroup = name.startsWith("options");
      const commands = isOfGroup ? (/^Of (.*):$/m.exec(table)?.[1] ?? "") : first;
      const flags = (isOfGroup ? first : second).replaceAll("`", "");
      return [...commands.matchAll(/`([^`]+)`/g)].map(([, command = ""]) => ({ command, flags }));
    }),
  );
  return [...rows, ...shared];
}

describe("docs/command.md", () => {
  test("names exactly the existing commands, with their arguments", () => {
    const documented = [...PAGE.matchAll(/^\| `mergequeue ([^`]+)` \|/gm)].map(([, usage]) => usage);
    const usages = commands.map(({ words, operands }) => [...words, ...operands].join(" "));
    expect(documented.sort()).toEqual(usages.sort());
  });

  test("documents exactly the arguments and options of every command", () => {
    const documented = listDocumentedFlags().map(({ command, flags }) => `${command}: ${flags}`);
    const real = commands.flatMap(({ words, operands, flags }) =>
      [...operands, ...flags].map((each) => `${words.join(" ")}: ${each}`),
    );
    expect(documented.sort()).toEqual(real.sort());
  });

  test("names each option of a provider argument with its environment variable and its help", () => {
    for (const { attribute, option, help } of PROVIDER_ARGUMENTS) {
      const row = PAGE.split("\n").find((line) => line.startsWith(`| \`${option}\` | `));
      expect(row).toContain(`\`${toVariableName(attribute)}\``);
      expect(row?.replaceAll("`", "")).toContain(help);
    }
  });

  test("names only error codes that exist", () => {
    const sentence = /`code` is one of the client's codes \(([^)]+)\)/.exec(PAGE)?.[1] ?? "";
    const named = [...sentence.matchAll(/`(\w+)`/g)].map(([, code]) => code);
    expect(named.length).toBeGreaterThan(2);
    expect(named.filter((code) => !ERROR_CODES.some((known) => known === code))).toEqual([]);
  });
});

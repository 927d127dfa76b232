import { readFileSync } from "node:fs";
import { join } from "node:path";
import { ERROR_CODES } from "../../src/queue/merge-queue-error";
import { PROVIDER_ARGUMENTS, toVariableName } from "../../src/queue/provider-arguments";
import { listCommands } from "../cli/support/list-commands";

const PAGE = readFileSync(join(__dirname, "../../docs/command.md"), "utf8");

const COMMANDS = listCommands();

/** Options that a table of the page gives to a command, or to all that call the service. */
function listDocumentedFlags(): { command: string; flags: string }[] {
  const single = [...PAGE.matchAll(/^\| `([a-z -]+)` \| `(-[^`]+)` \|/gm)];
  const shared = [...PAGE.matchAll(/^\| `(-[^`]+)` \|/gm)];
  return [
    ...single.map(([, command = "", flags = ""]) => ({ command, flags })),
    ...shared.map(([, flags = ""]) => ({ command: "", flags })),
  ];
}

describe("docs/command.md", () => {
  test("names exactly the existing commands, with their arguments", () => {
    const documented = [...PAGE.matchAll(/^\| `mergequeue ([^`]+)` \|/gm)].map(([, usage]) => usage);
    const usages = COMMANDS.map(({ words, operands }) => [...words, ...operands].join(" "));
    expect(documented.sort()).toEqual(usages.sort());
  });

  test.each(COMMANDS.map((command) => [command.words.join(" "), command.flags] as const))(
    "documents every option of %s",
    (name, flags) => {
      const documented = listDocumentedFlags()
        .filter(({ command }) => command === name || command === "")
        .map(({ flags: shown }) => shown);
      expect(flags.filter((each) => !documented.includes(each))).toEqual([]);
    },
  );

  test("documents only options that exist", () => {
    const wrong = listDocumentedFlags().filter(
      ({ command, flags }) =>
        !COMMANDS.some(
          ({ words, flags: real }) => (command === "" || words.join(" ") === command) && real.includes(flags),
        ),
    );
    expect(wrong).toEqual([]);
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

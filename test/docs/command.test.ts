import { ARGUMENT_OPTIONS } from "../../src/cli/connection/connection-options";
import { ERROR_CODES } from "../../src/queue/merge-queue-error";
import { PROVIDER_ARGUMENTS, toVariableName } from "../../src/queue/provider-arguments";
import { listMatches, readText } from "./support/registry-pages";

const PAGE = readText("docs/command.md");

describe("docs/command.md", () => {
  test("names each option of a provider argument with its environment variable and its help", () => {
    for (const { attribute } of PROVIDER_ARGUMENTS) {
      const [flags, help] = ARGUMENT_OPTIONS[attribute];
      const row = PAGE.split("\n").find((line) => line.startsWith(`| \`${flags}\` | `));
      expect(row).toContain(`\`${toVariableName(attribute)}\``);
      expect(row?.replaceAll("`", "")).toContain(help);
    }
  });

  test("names only error codes that exist", () => {
    const sentence = /`code` is one of the client's codes \(([^)]+)\)/.exec(PAGE)?.[1] ?? "";
    const named = listMatches(sentence, /`(\w+)`/g);
    expect(named.length).toBeGreaterThan(2);
    expect(named.filter((code) => !ERROR_CODES.some((known) => known === code))).toEqual([]);
  });
});

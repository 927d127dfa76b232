import { spawnSync } from "node:child_process";
import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { writeCompletions } from "../../scripts/command/describe-command";
import { makeScratch } from "../support/make-scratch";
import { run } from "./fake-context";
import { describeCommands } from "./support/list-commands";

/** A command line, and the words that its last one can become. */
const CASES: readonly (readonly [line: string, words: readonly string[]])[] = [
  ["mergequeue pl", ["plan"]],
  ["mergequeue queue ", ["drain", "get", "pause", "resume"]],
  ["mergequeue local", []],
  ["mergequeue --quiet workload rec", ["record"]],
  ["mergequeue completion ", ["bash", "fish", "zsh"]],
  ["mergequeue plan --format ", ["html", "json", "junit", "markdown", "text"]],
  ["mergequeue plan --format ma", ["markdown"]],
  ["mergequeue workload record web --single-mode one-l", ["one-line"]],
  ["mergequeue pr list web --state test", ["testing", "tests_passed"]],
  ["mergequeue queue drain --wa", ["--wait"]],
  ["mergequeue queue get --wa", []],
  ["mergequeue metrics --no-c", ["--no-color"]],
  ["mergequeue queue get ", []],
];

const directory = makeScratch();

beforeAll(async () => {
  await writeCompletions(directory);
  for (const shell of ["bash", "zsh", "fish"]) writeFileSync(at(shell), await printScript(shell));
  mkdirSync(join(directory, "work", "some folder"), { recursive: true });
  writeFileSync(join(directory, "work", "some file.json"), "");
});

function at(shell: string): string {
  return join(directory, `mergequeue.${shell}`);
}

async function printScript(shell: string): Promise<string> {
  const { out } = await run(["completion", shell], { codeDirectory: directory }).succeeds();
  return out;
}

/** Runs a script in a shell that reads no configuration. */
function runShell(shell: string, script: string): string {
  const args = { bash: ["--norc", "-c"], zsh: ["-f", "-c"], fish: ["--no-config", "-c"] }[shell] ?? [];
  const env = { PATH: process.env["PATH"], HOME: directory, TERM: "dumb" };
  const options = { cwd: join(directory, "work"), env, encoding: "utf8" } as const;
  const { stdout, stderr } = spawnSync(shell, [...args, script], options);
  expect(stderr).toBe("");
  return stdout;
}

function describeIn(shell: string, tests: () => void): void {
  const isMissing = spawnSync(shell, ["--version"]).error !== undefined;
  if (isMissing) process.stderr.write(`Skipped: completion in ${shell}, which is not on the PATH.\n`);
  (isMissing ? describe.skip : describe)(`mergequeue completion ${shell}`, tests);
}

describeIn("bash", () => {
  function complete(line: string): { readonly words: string[]; readonly paths: string } {
    // Bash passes an equals sign as a word of its own.
    const words = line.replace("=", " = ").split(" ");
    const script = `source '${at("bash")}'
      COMP_WORDS=(${words.map((word) => `'${word}'`).join(" ")}) COMP_CWORD=${words.length - 1}
      compopt() { printf 'compopt %s\\n' "$*"; }
      _mergequeue
      (( \${#COMPREPLY[@]} == 0 )) || printf '%s\\n' "\${COMPREPLY[@]}"`;
    const lines = runShell("bash", script).split("\n").slice(0, -1);
    const isOption = (text: string): boolean => text.startsWith("compopt ");
    return {
      words: lines.filter((text) => !isOption(text)).sort(),
      paths: lines.filter(isOption).join().replace("compopt ", ""),
    };
  }

  const cases: typeof CASES = [...CASES, ["mergequeue plan --format=ma", ["markdown"]]];
  test.each(cases)("completes %j", (line, words) => {
    expect(complete(line)).toEqual({ words, paths: "+o default" });
  });

  test.each([
    ["mergequeue review ", ""],
    ["mergequeue plan --out ", ""],
    ["mergequeue plan --out=", ""],
    ["mergequeue apply ", ""],
    ["mergequeue plan ", "+o default -o dirnames"],
    ["mergequeue provider install -d ", "+o default -o dirnames"],
  ])("leaves paths to Bash in %j", (line, paths) => {
    expect(complete(line)).toEqual({ words: [], paths });
  });

  test("completes every command that the help lists, with every option", async () => {
    const program = await describeCommands();
    const commands = program.commands.filter(({ isHidden }) => !isHidden);
    expect(complete("mergequeue ").words).toEqual(commands.map(({ name }) => name).sort());
    for (const { words, options } of commands.flatMap(({ commands: below }) => below)) {
      const flags = [...options, ...program.options].flatMap(({ names }) => names);
      expect(complete(`mergequeue ${words.join(" ")} -`).words).toEqual(flags.sort());
    }
  });
});

describeIn("fish", () => {
  function complete(line: string): string[] {
    const out = runShell("fish", `source '${at("fish")}'; complete -C '${line}'`);
    const words = out.split("\n").map((text) => text.replace(/\t.*/, ""));
    return words.filter((word) => word !== "").sort();
  }

  test.each(CASES)("completes %j", (line, words) => {
    expect(complete(line)).toEqual(words);
  });

  test.each([
    ["mergequeue plan --format=ma", ["--format=markdown"]],
    ["mergequeue review so", ["some file.json", "some folder/"]],
    ["mergequeue plan --out so", ["some file.json", "some folder/"]],
    ["mergequeue plan so", ["some folder/"]],
    ["mergequeue provider install -d so", ["some folder/"]],
  ])("completes the value in %j", (line, words) => {
    expect(complete(line)).toEqual(words);
  });
});

describeIn("zsh", () => {
  const setup = (): string => join(directory, "setup.zsh");

  // Not typed, so that its text is not in what the terminal echoes.
  beforeAll(() => {
    writeFileSync(
      setup(),
      `PS1=
      autoload -U compinit
      compinit -u -D
      source ${at("zsh")}
      mergequeue() { print -r -- "<\${(j:,:)@}>" }
      print '<ready>'`,
    );
  });

  /** Types a line and a tab into a new shell, and returns the arguments with which the command then runs. */
  function complete(line: string): string {
    return runShell(
      "zsh",
      `zmodload zsh/zpty
      zpty shell zsh -f -i
      zpty -w shell 'source ${setup()}'
      zpty -r shell output '*<ready>*'
      zpty -w -n shell '${line}'$'\\t\\n'
      zpty -r shell output '*<*>*'
      zpty -d shell
      print -r -- "\${\${output##*<}%%>*}"`,
    ).trim();
  }

  test.each(CASES.filter(([, words]) => words.length === 1))("completes %j", (line, words) => {
    expect(complete(line)).toBe([...line.split(" ").slice(1, -1), ...words].join(","));
  });

  test.each([
    ["mergequeue plan --format=ma", "plan,--format=markdown"],
    ["mergequeue review some\\ fi", "review,some file.json"],
    ["mergequeue plan --out=some\\ fi", "plan,--out=some file.json"],
    ["mergequeue plan so", "plan,some folder"],
  ])("completes the value in %j", (line, args) => {
    expect(complete(line)).toBe(args);
  });
});

test("L-1: a shell that is not known is a usage error that lists those that are", async () => {
  await run("completion tcsh").fails("Allowed choices are bash, zsh, fish.");
});

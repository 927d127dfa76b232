import { chmodSync, mkdirSync, realpathSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { CommandProcess } from "../../../src/cli/command-session";
import type { CheckResult } from "../../../src/cli/doctor/check";
import { makeScratch } from "../../support/make-scratch";
import { type CommandRun, run } from "../fake-context";
import { layBuiltPackage } from "./lay-built-package";
import { TOKEN } from "./run-on-service";

/** The result of `mergequeue doctor --json`. */
export interface Diagnosis extends CommandRun {
  readonly checks: readonly CheckResult[];
  readonly problems: number;
  readonly warnings: number;
  /** Returns the findings of a check. */
  readonly findAll: (check: string) => readonly CheckResult[];
  /** Returns the only finding of a check. */
  readonly find: (check: string) => CheckResult;
  /** Expects a check's only finding to have this status and these texts, in its message or its advice. */
  readonly shows: (check: string, status: CheckResult["status"], ...texts: readonly string[]) => void;
}

/** A machine with nothing wrong: a home, a project, the package, and this process's Node.js on the PATH. */
export class Machine {
  readonly root = realpathSync(makeScratch("mergequeue doctor "));
  readonly home = join(this.root, "home");
  readonly project = join(this.root, "project");
  readonly programs = join(this.root, "bin");
  readonly codeDirectory = layBuiltPackage(join(this.root, "package"));

  constructor() {
    for (const directory of [this.home, this.project, this.programs]) mkdirSync(directory);
    symlinkSync(process.execPath, join(this.programs, "node"));
  }

  /** Puts a shell script on the PATH. */
  addProgram(name: string, script: string): void {
    this.makeExecutable(this.write(join("bin", name), `#!/bin/sh\n${script}\n`));
  }

  makeExecutable(file: string): void {
    chmodSync(file, 0o755);
  }

  /** Writes a file below the root; directories are made. */
  write(path: string, text: string): string {
    const file = join(this.root, path);
    mkdirSync(join(file, ".."), { recursive: true });
    writeFileSync(file, text);
    return file;
  }

  /** Returns the process of a command that runs in the project. */
  toProcess(environment: Readonly<Record<string, string>> = {}): Partial<CommandProcess> {
    return {
      workingDirectory: this.project,
      homeDirectory: this.home,
      codeDirectory: this.codeDirectory,
      nowMs: Date.now,
      catchStop: () => new Promise(() => undefined),
      environment: { PATH: this.programs, MERGEQUEUE_TOKEN: TOKEN, ...environment },
    };
  }
}

/** The machine of the test that runs. */
export let machine: Machine;

/** Gives each test of a file its own machine. */
export function onMachine(): void {
  beforeEach(() => {
    machine = new Machine();
  });
}

/** Runs `mergequeue doctor --json`. Fails if the token is in its output. */
export async function diagnose(
  machine: Machine,
  environment: Readonly<Record<string, string>> = {},
  args: readonly string[] = [],
  changes: Partial<CommandProcess> = {},
): Promise<Diagnosis> {
  const result = await run(["doctor", "--json", ...args], { ...machine.toProcess(environment), ...changes });
  expect(result.out + result.error).not.toContain(TOKEN);
  const document = JSON.parse(result.out) as Pick<Diagnosis, "checks" | "problems" | "warnings">;
  const findAll: Diagnosis["findAll"] = (check) => document.checks.filter((each) => each.check === check);
  const find: Diagnosis["find"] = (check) => {
    const [finding, ...others] = findAll(check);
    if (finding === undefined || others.length > 0) throw new Error(JSON.stringify(findAll(check)));
    return finding;
  };
  return {
    ...result,
    ...document,
    findAll,
    find,
    shows: (check, status, ...texts) => {
      const { message, next = "", command = "", ...finding } = find(check);
      expect(finding).toMatchObject({ status });
      for (const text of texts) expect([message, next, command].join("\n")).toContain(text);
    },
  };
}

import { mkdir, mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { findTerraform } from "../../../scripts/support/find-terraform";
import { type CommandResult, type RunningCommand, startCommand } from "../../../scripts/support/run-command";
import { tryFindToken } from "../canary/find-token";
import { listLeaks } from "../canary/list-leaks";
import { overrideProvider } from "./provider-source";
import { scrubEnvironment } from "./scrub-environment";
import { type DebugProvider, startDebugProvider } from "./start-debug-provider";

/** The change of one resource in Terraform's JSON plan. */
export interface ResourceChange {
  readonly address: string;
  /** Where the resource was before the plan moved it. */
  readonly previous_address?: string;
  readonly change: {
    /** `["no-op"]`, `["create"]`, `["update"]`, `["delete"]`, `["delete", "create"]`, `["read"]`. */
    readonly actions: readonly string[];
    readonly before: { readonly [attribute: string]: unknown } | null;
    readonly after: { readonly [attribute: string]: unknown } | null;
    readonly after_unknown: { readonly [attribute: string]: unknown };
  };
}

/** A managed resource of the state. */
export interface ResourceState {
  readonly address: string;
  readonly values: { readonly [attribute: string]: unknown };
}

/** Shorter tokens than that are words, which stand in innocent texts. */
const SHORTEST_CANARY = 24;

/** An object as a state file holds it. */
export interface StoredObject {
  readonly attributes: { readonly [attribute: string]: unknown };
  readonly isTainted: boolean;
}

/** A state file, as far as it is looked at. */
interface StateFile {
  readonly resources?: readonly {
    readonly mode: string;
    readonly type: string;
    readonly name: string;
    readonly instances: readonly {
      readonly attributes: StoredObject["attributes"];
      readonly status?: string;
      readonly index_key?: number | string;
    }[];
  }[];
}

/** How a command is started from a terminal. */
export interface TerminalOptions {
  /** Whether it leads its own process group, to which keys send signals. Default: no. */
  readonly leadsGroup?: boolean;
}

/** The initial content of a workspace. */
export interface WorkspaceOptions {
  /** Configuration files: text by path relative to the directory. */
  readonly files: { readonly [path: string]: string };
  /** Variables in addition to the scrubbed environment, for example MERGEQUEUE_BASE_URL. */
  readonly env?: { readonly [name: string]: string | undefined };
  /** CLI configuration. Default: the built provider in place of an installed one, without `init`. */
  readonly cliConfiguration?: string;
  /** Executable of Terraform or OpenTofu. Default: the one that `findTerraform` finds. */
  readonly binary?: string | undefined;
  /**
   * Whether one provider process serves all commands that are given no variables of their own; starting it
   * for each takes most of a command's time. Default: Terraform starts it.
   */
  readonly isAttached?: boolean | undefined;
}

/** A configuration in its own directory, and the real Terraform or OpenTofu to use on it. */
export class TerraformWorkspace {
  /** Absolute path of the directory with the configuration. */
  readonly directory: string;
  readonly #base: string;
  readonly #binary: string;
  readonly #env: NodeJS.ProcessEnv;
  readonly #commands: RunningCommand[] = [];
  /** The attached ones; the last one serves. */
  readonly #providers: DebugProvider[] = [];
  /** The attached ones that it has started. */
  readonly #started: DebugProvider[] = [];
  /** Everything that was written as configuration. */
  #written = "";

  private constructor(base: string, binary: string, env: NodeJS.ProcessEnv) {
    this.directory = join(base, "work");
    this.#base = base;
    this.#binary = binary;
    this.#env = env;
  }

  /** Makes a workspace below the machine's temporary directory. End it with {@link remove}. */
  static async create(options: WorkspaceOptions): Promise<TerraformWorkspace> {
    const binary = options.binary ?? findTerraform();
    const base = await mkdtemp(join(tmpdir(), "mergequeue-e2e-"));
    const home = join(base, "home");
    await mkdir(home);
    const cliFile = join(base, "cli.tfrc");
    await writeFile(cliFile, options.cliConfiguration ?? (await overrideProvider(base)));
    const env = scrubEnvironment(home, { TF_CLI_CONFIG_FILE: cliFile, ...options.env });
    const workspace = new TerraformWorkspace(base, binary, env);
    if (options.isAttached === true) await workspace.attach({});
    await workspace.write(options.files);
    return workspace;
  }

  /** Writes or replaces files. */
  async write(files: { readonly [path: string]: string }): Promise<void> {
    for (const [path, text] of Object.entries(files)) {
      this.#written += text;
      const file = join(this.directory, path);
      await mkdir(dirname(file), { recursive: true });
      await writeFile(file, text);
    }
  }

  /** Starts a command and hands it over while it runs, for example to interrupt it. */
  start(
    args: readonly string[],
    env: { readonly [name: string]: string } = {},
    { leadsGroup = false }: TerminalOptions = {},
  ): RunningCommand {
    // A provider that runs already would not see the variables.
    const provider = Object.keys(env).length === 0 ? this.#providers.at(-1) : undefined;
    const attachment = provider === undefined ? {} : { TF_REATTACH_PROVIDERS: provider.reattach };
    const options = { cwd: this.directory, env: { ...this.#env, ...attachment, ...env }, leadsGroup };
    const command = startCommand(this.#binary, args, options);
    this.#commands.push(command);
    return command;
  }

  /**
   * Starts a provider process that serves the commands that follow.
   * @param env - variables in addition to those of the workspace
   */
  async attach(env: { readonly [name: string]: string }): Promise<void> {
    const provider = await startDebugProvider({ ...this.#env, ...env });
    this.#started.push(provider);
    this.attachTo(provider);
  }

  /** Lets a provider serve the commands that follow. Whoever has started it ends it. */
  attachTo(provider: DebugProvider): void {
    this.#providers.push(provider);
  }

  /** Runs a command to its end, whether or not it succeeds. */
  async tryRun(
    args: readonly string[],
    env: { readonly [name: string]: string } = {},
  ): Promise<CommandResult> {
    return this.start(args, env).finished;
  }

  /**
   * Runs a command that must succeed.
   * @throws Error with all that it printed
   */
  async run(args: readonly string[], env: { readonly [name: string]: string } = {}): Promise<CommandResult> {
    const result = await this.tryRun(args, env);
    if (result.status === 0) return result;
    throw new Error(`${args.join(" ")} ended with status ${result.status}:\n${result.output}`);
  }

  /** Applies without asking. */
  async apply(...args: readonly string[]): Promise<CommandResult> {
    return this.run(["apply", "-auto-approve", ...args]);
  }

  /** Runs a command that must fail with these sentences. Returns all it printed, as {@link flatten} does. */
  async refuse(args: readonly string[], ...sentences: readonly (string | RegExp)[]): Promise<string> {
    const { status, output } = await this.tryRun(args);
    const text = flatten(output);
    expect({ status, text }).toMatchObject({ status: 1 });
    for (const sentence of sentences) {
      if (typeof sentence === "string") expect(text).toContain(sentence);
      else expect(text).toMatch(sentence);
    }
    return text;
  }

  /** Applies, and insists that a plan then finds nothing to do. */
  async converge(...args: readonly string[]): Promise<CommandResult> {
    const applied = await this.apply(...args);
    await this.expectEmptyPlan();
    return applied;
  }

  /** Returns the values of the state's outputs. */
  async readOutputs(): Promise<Readonly<Record<string, unknown>>> {
    const { stdout } = await this.run(["output", "-json"]);
    const outputs = JSON.parse(stdout) as Record<string, { readonly value: unknown }>;
    return Object.fromEntries(Object.entries(outputs).map(([name, { value }]) => [name, value]));
  }

  /**
   * Plans, and insists that there is nothing to do: no resource and no output changes.
   * @throws Error with the plan if there is
   */
  async expectEmptyPlan(): Promise<void> {
    const result = await this.tryRun(["plan", "-detailed-exitcode"]);
    if (result.status !== 0) {
      throw new Error(`the plan is not empty (exit status ${result.status}):\n${result.output}`);
    }
  }

  /** Plans and returns the changes that the plan holds, no-ops included. */
  async planChanges(...args: readonly string[]): Promise<readonly ResourceChange[]> {
    const file = join(this.#base, "saved.tfplan");
    await this.run(["plan", `-out=${file}`, ...args]);
    const { stdout } = await this.run(["show", "-json", file]);
    const plan = JSON.parse(stdout) as { readonly resource_changes?: readonly ResourceChange[] };
    return plan.resource_changes ?? [];
  }

  /** Returns the managed resources of the state. */
  async showState(): Promise<readonly ResourceState[]> {
    const objects = await this.readState();
    return [...objects].map(([address, { attributes }]) => ({ address, values: attributes }));
  }

  /**
   * Reads the state file, without a command: the objects of all managed resources by address.
   * @throws Error if it contains one more than once, as after an interrupted replacement
   */
  async readState(): Promise<ReadonlyMap<string, StoredObject>> {
    // A run that was killed may have left an empty file.
    const text = await readFile(join(this.directory, "terraform.tfstate"), "utf8").catch(() => "");
    const { resources = [] } = (text === "" ? {} : JSON.parse(text)) as StateFile;
    const objects = new Map<string, StoredObject>();
    for (const { mode, type, name, instances } of resources) {
      if (mode !== "managed") continue;
      for (const { attributes, status, index_key: key } of instances) {
        const address = `${type}.${name}${key === undefined ? "" : `[${JSON.stringify(key)}]`}`;
        if (objects.has(address)) throw new Error(`The state holds ${address} more than once.`);
        objects.set(address, { attributes, isTainted: status === "tainted" });
      }
    }
    return objects;
  }

  /**
   * Lists where the environment's token is found in the output and files of the commands (rules S-01 to
   * S-04). The configuration that a test itself wrote may contain it.
   */
  async listLeaks(
    token: string | undefined = this.#env["MERGEQUEUE_TOKEN"],
    scope: "what was not written" | "even what was written" = "what was not written",
  ): Promise<readonly string[]> {
    if (token === undefined || token.length < SHORTEST_CANARY) return [];
    if (scope === "what was not written" && this.#written.includes(token)) return [];
    const printers = [...this.#commands, ...this.#providers];
    const printed = printers.flatMap((printer) => {
      const piece = tryFindToken(printer.output(), token);
      return piece === undefined ? [] : [`the output of a command holds ${JSON.stringify(piece)}`];
    });
    return [...printed, ...(await listLeaks(this.#base, token, ["provider"]))];
  }

  /**
   * Stops the providers that it has started, and deletes the directory.
   * @throws Error if output or files contain the environment's token
   */
  async remove(): Promise<void> {
    for (const provider of this.#started) await provider.stop();
    const leaks = await this.listLeaks();
    await rm(this.#base, { recursive: true, force: true });
    if (leaks.length > 0) throw new Error(`The token leaked:\n${leaks.join("\n")}`);
  }
}

/** Returns text that Terraform framed and wrapped to its width as one line, to look for sentences in it. */
export function flatten(text: string): string {
  return text.replaceAll("│", "").replaceAll(/\s+/g, " ");
}

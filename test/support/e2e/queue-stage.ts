import { readFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { resolve } from "node:path";
import type { StartOptions as EmulatorStartOptions } from "../../../src/emulator/emulator";
import type { EmulatorOptionsInput } from "../../../src/emulator/emulator-options";
import { type OpenEmulator, startOpenEmulator } from "../../../src/emulator/start-emulator";
import type { QueueIdentity } from "../../../src/queue/queue-identity";
import { callService } from "../call-service";
import { isRead } from "../is-read";
import { scrubEnvironment } from "./scrub-environment";
import { type DebugProvider, startDebugProvider } from "./start-debug-provider";
import { TerraformWorkspace } from "./terraform-workspace";

/** The queue that the tests' configurations declare. */
export const QUEUE: QueueIdentity = {
  repo: { host: "github.com", owner: "acme", name: "web" },
  targetBranch: "main",
};

/** Id of {@link QUEUE}. */
export const QUEUE_ID = "github.com/acme/web/main";

/** Token with the fixed prefix of test tokens; no file, log or message may ever hold it. */
export const CANARY_TOKEN = "mqtest_canary_q7Zk2Wv9Xr4Tn8Lp5Hd3";

/** The beginning of a configuration, without a provider. */
export const REQUIRED = `terraform {
  required_providers {
    mergequeue = { source = "mergequeue/mergequeue" }
  }
}
`;

/** The beginning of a configuration, with a provider that has its address and token from the environment. */
export const HEAD = `${REQUIRED}
provider "mergequeue" {}
`;

/** Returns a resource of a queue of the repository that {@link QUEUE} is in. */
export function declareResource(name: string, branch = "main", settings = ""): string {
  return `
resource "mergequeue_queue" "${name}" {
  repo          = { host = "github.com", owner = "acme", name = "web" }
  target_branch = "${branch}"
${settings}
}
`;
}

/** Returns a configuration that declares {@link QUEUE} as `mergequeue_queue.main`. */
export function declareQueue(settings: string, provider = 'provider "mergequeue" {}'): string {
  return `${REQUIRED}\n${provider}\n${declareResource("main", "main", settings)}`;
}

/** Returns the configurations of the guide docs/guides/guarding-deployments.md. */
export function listGuardingBlocks(): string[] {
  const page = readFileSync(resolve(__dirname, "../../../docs/guides/guarding-deployments.md"), "utf8");
  return [...page.matchAll(/^```hcl\n(.*?)^```$/gms)].map(([, block = ""]) => block);
}

/** What a stage starts with. */
interface StageOptions {
  /** Which interface the provider speaks. Default: the first. */
  readonly face?: "first" | "second";
  /** Permissions of keys of the second interface, by label. */
  readonly keys?: EmulatorStartOptions["keys"];
  readonly options?: EmulatorOptionsInput;
  readonly env?: { readonly [name: string]: string | undefined };
  /** Executable of Terraform or OpenTofu. Default: the one that `findTerraform` finds. */
  readonly binary?: string;
}

/** A local service, a configuration for it, and the real Terraform to bring them together. */
export class QueueStage {
  readonly emulator: OpenEmulator;
  readonly workspace: TerraformWorkspace;

  private constructor(emulator: OpenEmulator, workspace: TerraformWorkspace) {
    this.emulator = emulator;
    this.workspace = workspace;
  }

  /**
   * Starts the service and writes the configuration. End it with {@link close}.
   * @param main - text of main.tf
   */
  static async create(
    main: string,
    { face, keys, options, isAttached, env, binary }: StageOptions & { readonly isAttached?: boolean } = {},
  ): Promise<QueueStage> {
    const given = { token: CANARY_TOKEN, ...(keys && { keys }), ...(options && { options }) };
    const start = (port: number): Promise<OpenEmulator> => startOpenEmulator({ ...given, port });
    // Meanwhile another program may have taken the port.
    const emulator = await (isAttached === true ? start(lastPort).catch(() => start(0)) : start(0));
    const variables = {
      MERGEQUEUE_BASE_URL: face === "second" ? emulator.secondUrl : emulator.url,
      MERGEQUEUE_TOKEN: emulator.token,
      ...env,
    };
    const files = { "main.tf": main };
    const workspace = await TerraformWorkspace.create({ files, env: variables, binary });
    if (isAttached === true) {
      lastPort = Number(new URL(emulator.url).port);
      workspace.attachTo(await findProvider(variables));
    }
    return new QueueStage(emulator, workspace);
  }

  /**
   * Does the same with one provider process for all commands, and for all stages of a test file that give it
   * the same variables ({@link onStages} ends it). Its start and end are then not tested.
   */
  static async attach(main: string, options: StageOptions = {}): Promise<QueueStage> {
    return QueueStage.create(main, { ...options, isAttached: true });
  }

  /** Replaces main.tf. */
  async declare(main: string): Promise<void> {
    await this.workspace.write({ "main.tf": main });
  }

  /** Makes a request outside Terraform, which must succeed. */
  async call(operation: string, body: object = {}): Promise<Record<string, unknown>> {
    return callService(this.emulator, operation, { ...QUEUE, ...body });
  }

  /** Whether {@link QUEUE} exists. */
  hasQueue(): boolean {
    return this.emulator.findQueue(QUEUE) !== undefined;
  }

  /** Runs something and returns the writes that the provider asked for meanwhile. */
  async recordWrites(
    action: () => Promise<unknown>,
  ): Promise<{ operation: string | undefined; body: unknown }[]> {
    return (await this.record(action)).filter(({ operation }) => !isRead(operation));
  }

  /** Runs something and returns the requests that the provider made meanwhile, as `operation` with body. */
  async record(action: () => Promise<unknown>): Promise<{ operation: string | undefined; body: unknown }[]> {
    const before = this.emulator.requests.length;
    await action();
    return this.emulator.requests
      .slice(before)
      .filter((request) => request.headers["x-source"] === "terraform")
      .map(({ operation, body }) => ({ operation, body }));
  }

  /** Ends the service and deletes the configuration. */
  async close(): Promise<void> {
    await this.emulator.close();
    await this.workspace.remove();
  }
}

/** Port of the last service with an attached provider; 0: none yet. The next one gets it, for its address. */
let lastPort = 0;

/** The attached providers, by their variables. */
const providers = new Map<string, DebugProvider>();

async function findProvider(variables: {
  readonly [name: string]: string | undefined;
}): Promise<DebugProvider> {
  const key = JSON.stringify(variables);
  const provider = providers.get(key) ?? (await startDebugProvider(scrubEnvironment(tmpdir(), variables)));
  providers.set(key, provider);
  return provider;
}

/** The stage of the test that runs. */
export let stage: QueueStage;

/** Ends the stage of each test of a file with the test, and attached providers with the last one. */
export function onStages(): void {
  afterEach(() => stage.close());
  afterAll(() => Promise.all([...providers.values()].map((provider) => provider.stop())));
}

/** Makes the stage of a test, as {@link QueueStage.create} does. */
export async function createStage(...args: Parameters<typeof QueueStage.create>): Promise<void> {
  stage = await QueueStage.create(...args);
}

/** Makes the stage of a test, as {@link QueueStage.attach} does. */
export async function attachStage(...args: Parameters<typeof QueueStage.attach>): Promise<void> {
  stage = await QueueStage.attach(...args);
}

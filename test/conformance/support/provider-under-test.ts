import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { EmulatorOptionsInput } from "../../../src/emulator/emulator-options";
import { type OpenEmulator, startOpenEmulator } from "../../../src/emulator/start-emulator";
import type { QueueIdentity } from "../../../src/queue/queue-identity";
import type { QueueSettings } from "../../../src/queue/settings";
import { listErrors, TerraformSide } from "../../plugin/support/terraform-side";
import { layOutProvider } from "../../support/e2e/provider-source";
import { CoreResource } from "./core-resource";

/** The resource type that all these tests are about. */
export const QUEUE_TYPE = "mergequeue_queue";

/** The queue that `config()` of queue-values names. */
export const QUEUE: QueueIdentity = {
  repo: { host: "github.com", owner: "acme", name: "web" },
  targetBranch: "main",
};

/** The built provider in its own process, with its launcher. */
export class BuiltProvider {
  readonly #directory: string;
  readonly #executable: string;
  readonly #sides: TerraformSide[] = [];

  private constructor(directory: string, executable: string) {
    this.#directory = directory;
    this.#executable = executable;
  }

  /** Copies the built provider, so that a build meanwhile does no harm. End it with {@link remove}. */
  static async layOut(): Promise<BuiltProvider> {
    const directory = await mkdtemp(join(tmpdir(), "mergequeue-conformance-"));
    return new BuiltProvider(directory, await layOutProvider(directory));
  }

  /** Starts a process that is not configured yet. */
  async start(env: { readonly [name: string]: string } = {}): Promise<TerraformSide> {
    const side = await TerraformSide.start({ command: [this.#executable], env });
    this.#sides.push(side);
    return side;
  }

  /** Starts a process without any call, not even for its schemas: it reuses those of another process. */
  async startUnasked(other: TerraformSide): Promise<TerraformSide> {
    const side = await other.startSibling({ command: [this.#executable] });
    this.#sides.push(side);
    return side;
  }

  /** Ends all processes and deletes the copy. */
  async remove(): Promise<void> {
    await Promise.all(this.#sides.map((side) => side.close()));
    await rm(this.#directory, { recursive: true, force: true });
  }
}

/** A provider that is configured for a local service. */
export interface Stage {
  readonly side: TerraformSide;
  readonly emulator: OpenEmulator;
  /** A resource that is not in Terraform's state yet. */
  readonly createResource: () => CoreResource;
}

/** Starts a provider and a local service, and configures the one for the other. The caller ends both. */
export async function startStage(
  provider: BuiltProvider,
  options: EmulatorOptionsInput = {},
): Promise<Stage> {
  const emulator = await startOpenEmulator({ options });
  const side = await provider.start();
  await configure(side, emulator);
  return { side, emulator, createResource: () => new CoreResource(side, QUEUE_TYPE) };
}

/** Configures a provider for a local service, and requires success. */
export async function configure(side: TerraformSide, { url, token }: OpenEmulator): Promise<void> {
  const errors = listErrors(await side.configure({ base_url: url, token }));
  if (errors.length > 0) throw new Error(errors.join("\n"));
}

/** Creates a queue with these settings without Terraform. */
export function putQueue({ engine }: OpenEmulator, settings: QueueSettings = {}, identity = QUEUE): void {
  for (const event of [
    { type: "createQueue", identity, settings: {} },
    { type: "updateQueue", identity, settings },
  ] as const) {
    const outcome = engine.apply(event);
    if (outcome.kind === "refused") throw new Error(outcome.refusal.message);
  }
}

/** Returns the operations that a service was asked for while something ran, in order. */
export async function recordOperations(
  { requests }: OpenEmulator,
  action: () => Promise<unknown>,
): Promise<readonly (string | undefined)[]> {
  const before = requests.length;
  await action();
  return requests.slice(before).map(({ operation }) => operation);
}

/** The provider of a file's tests. */
export let provider: BuiltProvider;

/** The stage of a file's tests. */
export let stage: Stage;

/** Gives the tests of a file one copy of the built provider. */
export function onBuiltProvider(): void {
  beforeAll(async () => {
    provider = await BuiltProvider.layOut();
  });
  afterAll(() => provider.remove());
}

/** Gives the tests of a file one provider and one service. */
export function onStage(options?: EmulatorOptionsInput): void {
  onBuiltProvider();
  beforeAll(async () => {
    stage = await startStage(provider, options);
  });
  afterAll(() => stage.emulator.close());
}

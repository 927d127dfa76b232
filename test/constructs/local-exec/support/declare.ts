import { TerraformStack, Testing } from "cdktf";
import {
  MergeQueue,
  type MergeQueueProps,
  MergeQueueProvider,
  type MergeQueueProviderProps,
} from "../../../../src/constructs";
import { WEB } from "../../synth";

/** A resource that stands for a part of a queue. */
interface QueuePart extends Readonly<Record<string, unknown>> {
  readonly provisioner: readonly {
    readonly "local-exec": {
      readonly command: string;
      readonly environment: Readonly<Record<string, string>>;
      readonly when?: string;
      readonly interpreter?: readonly string[];
    };
  }[];
}

/** A null resource that stands for a part of a queue. */
export interface NullResource extends QueuePart {
  readonly triggers: Readonly<Record<string, string>>;
}

/** The resource that stands for a queue's required statuses. */
interface StatusesResource extends QueuePart {
  readonly input: Readonly<Record<string, string>>;
}

/** A synthesized file, as far as the tests look at it. */
interface Synthesized {
  readonly provider: Readonly<Record<string, unknown>>;
  readonly resource: {
    readonly null_resource: Readonly<Record<string, NullResource>>;
    readonly terraform_data: Readonly<Record<string, StatusesResource>>;
  };
  readonly terraform: { readonly required_providers: Readonly<Record<string, unknown>> };
}

/** Makes a stack whose queues are made by the command. */
export function makeStack(props: MergeQueueProviderProps = {}): TerraformStack {
  const stack = new TerraformStack(Testing.app(), "stack");
  new MergeQueueProvider(stack, "provider", { via: "local-exec", ...props });
  return stack;
}

/** Synthesizes a stack, whose validations must pass. */
export function synth(stack: TerraformStack): Synthesized {
  return JSON.parse(Testing.synth(stack, true)) as Synthesized;
}

/** Returns the resources of the only queue of a stack. */
export function pickQueue(
  stack: TerraformStack,
): Record<"main" | "settings", NullResource> & { statuses: StatusesResource } {
  const { null_resource: resources, terraform_data: data } = synth(stack).resource;
  return {
    main: find(resources, /^main$/),
    settings: find(resources, /^main_Settings_/),
    statuses: find(data, /^main_RequiredStatuses_/),
  };
}

function find<Part>(parts: Readonly<Record<string, Part>>, pattern: RegExp): Part {
  const [found] = Object.entries(parts).filter(([name]) => pattern.test(name));
  if (found === undefined) throw new Error(`no resource is named ${String(pattern)}`);
  return found[1];
}

/** Returns the resources of a queue with these props. */
export function declare(
  props: Partial<MergeQueueProps> = {},
  provider: MergeQueueProviderProps = {},
): ReturnType<typeof pickQueue> {
  const stack = makeStack(provider);
  new MergeQueue(stack, "main", { ...WEB, ...props });
  return pickQueue(stack);
}

/** Returns the environment of the provisioner that calls a subcommand. */
export function findEnvironment({ provisioner }: QueuePart, task: string): Readonly<Record<string, string>> {
  const found = provisioner.find((each) => each["local-exec"].command.includes(` ${task} `));
  if (found === undefined) throw new Error(`nothing calls ${task}`);
  return found["local-exec"].environment;
}

/** Parses a JSON text. */
export function toDocument(text: string | undefined): unknown {
  return JSON.parse(text ?? "");
}

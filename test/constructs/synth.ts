import { DefaultTokenResolver, StringConcat, TerraformStack, Testing, Tokenization } from "cdktf";
import type { Construct } from "constructs";
import { MergeQueue, MergeQueueProvider, type QueueDefaultProps } from "../../src/constructs";
import { ALL_PROPS } from "../support/all-settings";

/** The props that every queue needs. */
export const WEB = { repo: "github.com/acme/web", targetBranch: "main" };

/** The attributes of {@link WEB}. */
export const IDENTITY = { repo: { host: "github.com", owner: "acme", name: "web" }, target_branch: "main" };

/** A value for every prop that queues can have in common. */
export const EVERYTHING: QueueDefaultProps = {
  ...ALL_PROPS,
  deletionPolicy: "drain",
  onExisting: "adopt",
  additionalSettings: { color: "red" },
  timeouts: { delete: "90m" },
};

/** A stack's synthesized file, as far as the tests look at it. */
export interface SynthesizedStack {
  readonly provider?: { readonly mergequeue: readonly Record<string, unknown>[] };
  readonly resource?: { readonly mergequeue_queue: Readonly<Record<string, Record<string, unknown>>> };
  readonly data?: Readonly<Record<string, Readonly<Record<string, Record<string, unknown>>>>>;
  readonly terraform?: { readonly required_providers: Readonly<Record<string, Record<string, string>>> };
  readonly import?: readonly Record<string, unknown>[];
}

/** Makes a stack with a provider in it, by whose default synthesis nothing is placed. */
export function makeStack(): TerraformStack {
  const stack = new TerraformStack(Testing.app(), "stack");
  new MergeQueueProvider(stack, "provider", { plugin: false });
  return stack;
}

/** Synthesizes a stack in memory. @param validate - whether its validations must pass */
export function synth(stack: TerraformStack, validate = true): SynthesizedStack {
  return JSON.parse(Testing.synth(stack, validate)) as SynthesizedStack;
}

/** Synthesizes the only queue of a new stack and returns its attributes. */
export function synthQueue(declare: (scope: Construct) => void, validate = true): Record<string, unknown> {
  const stack = makeStack();
  declare(stack);
  const queues = Object.values(synth(stack, validate).resource?.mergequeue_queue ?? {});
  if (queues.length !== 1 || queues[0] === undefined) throw new Error(`${queues.length} queues instead of 1`);
  return queues[0];
}

/** Returns all errors of the validation of a stack, each on a line with the construct's path. */
export function listFaults(stack: TerraformStack): string[] {
  try {
    stack.runAllValidations();
  } catch (error) {
    return (error as Error).message
      .split("\n")
      .filter((line) => line.trim().startsWith("["))
      .map((line) => line.trim());
  }
  return [];
}

/** Synthesizes an app and returns the message of its error; empty if there is none. */
export function findSynthError(app: { synth(): void }): string {
  try {
    app.synth();
    return "";
  } catch (error) {
    return (error as Error).message;
  }
}

/** Returns the validation errors of a new stack with a queue of these props, as JavaScript can pass them. */
export function faultsOf(props: object): string[] {
  const stack = makeStack();
  new MergeQueue(stack, "main", { ...WEB, ...props });
  return listFaults(stack);
}

/** Returns the synthesized form of a value that contains tokens. */
export function resolveTokens(scope: Construct, value: unknown): unknown {
  const resolver = new DefaultTokenResolver(new StringConcat());
  return Tokenization.resolve(value, { scope, resolver, preparing: false }) as unknown;
}

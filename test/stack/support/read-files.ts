import { mkdir, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import type { MergeQueueError } from "../../../src/queue/merge-queue-error";
import { readStacks } from "../../../src/stack/read-stacks";
import type { StackInputs, StackReading } from "../../../src/stack/stack-reading";
import { catchRejection } from "../../api/support/catch-rejection";
import { makeScratch } from "../../support/make-scratch";

/** Files by path; anything but a string is written as JSON. */
export type Files = { readonly [path: string]: unknown };

/** Names of variables and their values are given as an object here. */
export interface TestInputs extends Partial<Omit<StackInputs, "variables" | "variableFiles">> {
  /** Names of files. */
  readonly variableFiles?: readonly string[];
  readonly variables?: { readonly [name: string]: string };
  /** Directory to read, relative to the one with the files. Default: that one. */
  readonly directory?: string;
}

/** The attributes that every queue needs. */
export const IDENTITY = { repo: { host: "github.com", owner: "acme", name: "web" }, target_branch: "main" };

/** Returns a configuration with `mergequeue_queue.main`, and the other attributes given. */
export function withQueue(attributes: object = {}, others: object = {}): object {
  return { resource: { mergequeue_queue: { main: { ...IDENTITY, ...attributes } } }, ...others };
}

/** Writes files into a new directory and reads what they declare. */
export async function readFiles(files: Files, inputs: TestInputs = {}): Promise<StackReading> {
  const root = makeScratch();
  for (const [path, content] of Object.entries(files)) {
    const file = join(root, path);
    await mkdir(dirname(file), { recursive: true });
    await writeFile(file, typeof content === "string" ? content : JSON.stringify(content));
  }
  const { variables = {}, variableFiles = [], environment = {}, directory = ".", ...others } = inputs;
  return readStacks(join(root, directory), {
    environment,
    variables: new Map(Object.entries(variables)),
    variableFiles: variableFiles.map((name) => join(root, name)),
    ...others,
  });
}

/** Reads one configuration and returns the declaration of its only queue. */
export async function readWanted(
  configuration: unknown,
  inputs?: TestInputs,
): Promise<{ readonly [name: string]: unknown }> {
  const { queues } = await readFiles({ "main.tf.json": configuration }, inputs);
  if (queues.length !== 1 || queues[0] === undefined) throw new Error(`${queues.length} queues instead of 1`);
  return queues[0].wanted.settings;
}

/** Reads one configuration that has faults and returns these as {@link listFaults} does. */
export async function listFaultsOf(configuration: unknown, inputs?: TestInputs): Promise<readonly string[]> {
  return await listFaults({ "main.tf.json": configuration }, inputs);
}

/** Reads files that have faults and returns these, a line each: `file: address.attribute: sentence`. */
export async function listFaults(files: Files, inputs?: TestInputs): Promise<readonly string[]> {
  const error = await catchInvalid(files, inputs);
  const lines = (error.details.findings ?? []).map(
    ({ path: [file = "", ...rest], message }) =>
      `${file}: ${[rest.join("."), message].filter(Boolean).join(": ")}`,
  );
  for (const { message } of error.details.findings ?? []) {
    if (!error.message.includes(message)) throw new Error(`The message lacks ${message}`);
  }
  return lines;
}

/** Reads files that cannot be read and returns the error. */
export async function catchInvalid(files: Files, inputs?: TestInputs): Promise<MergeQueueError> {
  const error = await catchRejection(readFiles(files, inputs));
  expect(error.code).toBe("invalid_stack");
  return error;
}

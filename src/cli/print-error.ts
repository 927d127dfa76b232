import { CommanderError } from "commander";
import { isDistributionError } from "../distribution/distribution-error";
import { escapeControl } from "../plugin/escape-control";
import { createRedactor } from "../plugin/logging/create-redactor";
import { isMergeQueueError, toErrorMessage } from "../queue/merge-queue-error";

/**
 * Writes an error for people: what happened, never a stack. Text from elsewhere cannot steer the terminal
 * (promise S-14), and no secret is in it (promise S-03).
 * @param secrets - what must not appear
 * @param isVerbose - whether the stacks of the error and of its causes follow
 * @returns lines, each with its line break
 */
export function printError(error: unknown, secrets: readonly string[], isVerbose: boolean): string {
  const redactor = createRedactor();
  for (const secret of secrets) redactor.add(secret);
  const lines = [`Error: ${describe(error)}`];
  if (isVerbose) lines.push(...listStacks(error));
  return escapeControl(redactor.redact(`${lines.join("\n")}\n`));
}

function describe(error: unknown): string {
  const message = toErrorMessage(error);
  // The parser begins its messages with the word that is there already.
  if (error instanceof CommanderError) {
    return `${message.replace(/^error: /, "")}\nAdd --help to see what the command takes.`;
  }
  if (isMergeQueueError(error) || isDistributionError(error)) return message;
  return `${message}\nThis is a fault of mergequeue itself. Run the command again with --verbose and report what it prints.`;
}

function listStacks(error: unknown): string[] {
  const stacks: string[] = [];
  for (let current = error; current instanceof Error && stacks.length < 10; current = current.cause) {
    stacks.push(current.stack ?? current.message);
  }
  return stacks;
}

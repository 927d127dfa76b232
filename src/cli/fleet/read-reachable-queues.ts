import { dirname, resolve } from "node:path";
import type { ReachableQueue } from "../../reconcile/plan/plan";
import { listStalenessWarnings } from "../../stack/list-staleness-warnings";
import { readRegularFile } from "../../stack/read-regular-file";
import { readStacks } from "../../stack/read-stacks";
import type { StackQueue } from "../../stack/stack-queue";
import { quote } from "../../text/quote";
import type { CommandSession } from "../command-session";
import { connectServices } from "./connect-services";
import { QueueChoice } from "./queue-choice";
import { type ServiceSource, toServiceSource } from "./service-source";
import type { StackOptions } from "./stack-options";

/** The queues that a command is about. */
export interface ReachableQueues {
  readonly queues: readonly ReachableQueue[];
  /** Addresses of those that the stack forbids to destroy. */
  readonly undestroyable: readonly string[];
  /** What reading the stacks came across, as sentences. */
  readonly warnings: readonly string[];
}

/**
 * Reads the queues that stacks declare, as far as `--only` chooses them, and prepares calls of their services.
 * @throws MergeQueueError `invalid_stack`, `invalid_request` (`--only` chooses nothing), `invalid_configuration`
 */
export async function readReachableQueues(
  session: CommandSession,
  directory: string,
  options: StackOptions,
): Promise<ReachableQueues> {
  const { environment, workingDirectory, inputFiles } = session.context;
  const choice = new QueueChoice(options.only ?? []);
  const { queues, warnings } = await readStacks(directory, {
    environment,
    variables: options.var ?? new Map(),
    variableFiles: (options.varFile ?? []).map((file) => resolve(workingDirectory, file)),
    readFile: async (path) => {
      await inputFiles.add(path);
      return readRegularFile(path);
    },
    isWanted: (identity) => choice.includes(identity),
  });
  const stale = await listStalenessWarnings(directory);
  choice.requireMatches();
  const sources = new Map<string, ServiceSource>();
  for (const queue of queues) {
    const key = toSourceKey(queue);
    sources.set(key, sources.get(key) ?? toServiceSource(queue, directory));
  }
  const services = await connectServices(session, options, [...sources.values()]);
  const reachable = queues.flatMap((queue): ReachableQueue[] => {
    const source = sources.get(toSourceKey(queue));
    const service = source === undefined ? undefined : services.get(source);
    return service === undefined ? [] : [{ queue, ...service }];
  });
  const none = queues.length > 0 ? [] : [describeNone(directory)];
  const undestroyable = queues.filter((queue) => queue.preventsDestroy).map(({ address }) => address);
  return { queues: reachable, undestroyable, warnings: [...stale, ...warnings, ...none] };
}

/** A pipeline that looks into the wrong directory must not seem well. */
function describeNone(directory: string): string {
  return (
    `The stacks in ${quote(directory)} declare no queue. If there should be some, synthesize them first, or name the ` +
    "directory that holds them."
  );
}

function toSourceKey({ provider: { name, stack }, file }: StackQueue): string {
  return JSON.stringify([stack, name, dirname(file)]);
}

import { toIdentityKey } from "../queue/queue-identity";
import type { DeclaredProvider, DeclaredQueue } from "./declared-queue";
import type { FaultLog } from "./fault-log";

/** Finds queues that are declared twice at one service. @param log - takes them */
export function findDuplicates(queues: readonly DeclaredQueue[], log: FaultLog): void {
  const firsts = new Map<string, DeclaredQueue>();
  for (const queue of queues) {
    const key = JSON.stringify([toIdentityKey(queue.identity), toServiceKey(queue.provider)]);
    const first = firsts.get(key);
    if (first === undefined) {
      firsts.set(key, queue);
      continue;
    }
    const other = first.stack === queue.stack ? first.address : `${first.address} of stack ${first.stack}`;
    log.addFinding(
      [queue.file, queue.address],
      `It is the same queue as ${other} in ${first.file}; declare it once.`,
    );
  }
}

/** What is not configured comes from the environment, the same for all. */
function toServiceKey({ arguments: given, unresolved }: DeclaredProvider): unknown {
  return ["base_url", "token"].map((name) => [given.get(name) ?? null, unresolved.get(name) ?? null]);
}

import { declareQueue, QueueStage } from "../../test/support/e2e/queue-stage";
import type { Figure } from "./figure";

const QUEUES = 30;
const MOST_CONNECTIONS = 12;

/** Counts the calls and connections of a plan that changes nothing. */
export async function measurePlan(): Promise<Figure[]> {
  const stage = await QueueStage.create(declareQueues(QUEUES));
  try {
    await stage.workspace.apply();
    const openedBefore = stage.emulator.connections.opened;
    const calls = await stage.record(() => stage.workspace.expectEmptyPlan());
    const connections = stage.emulator.connections.opened - openedBefore;
    return [
      {
        name: `calls of a plan without changes of ${QUEUES} queues`,
        value: String(calls.length),
        limit: `exactly ${QUEUES}`,
        isKept: calls.length === QUEUES,
      },
      {
        name: "connections of that plan",
        value: String(connections),
        limit: `at most ${MOST_CONNECTIONS}`,
        isKept: connections <= MOST_CONNECTIONS,
      },
    ];
  } finally {
    await stage.close();
  }
}

/** Answers a configuration with that many queues, one for each branch. */
export function declareQueues(count: number): string {
  return declareQueue("  concurrency = 2")
    .replace('"main" {', `"main" {\n  count = ${count}`)
    .replace('target_branch = "main"', 'target_branch = "release/${count.index}"');
}

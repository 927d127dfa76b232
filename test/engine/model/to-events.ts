import type { EngineEvent } from "../../../src/engine/engine-event";
import type { EngineState, EngineTest, Queue } from "../../../src/engine/engine-state";
import { findTestRun, listEnqueued, listRunIds } from "../../../src/engine/queue-contents";
import { toRepositoryKey } from "../../../src/engine/repository-key";
import { toIdentityKey } from "../../../src/queue/queue-identity";
import type { TrackedEvent } from "../../../src/queue/tracked-event";
import { type Action, QUEUES } from "./action";

/**
 * Makes the events of an action, which is about what there is in a state; none, if there is nothing that it
 * could be about. Waiting is not an event.
 */
export function toEvents(action: Action, state: EngineState): readonly EngineEvent[] {
  switch (action.kind) {
    case "submit": {
      const { number, priority, noBatch, direct, targets } = action;
      const identity = QUEUES[action.queue];
      const known = state.pullRequests.get(toRepositoryKey(identity.repo))?.get(number);
      const declared = {
        ...(action.reopens && known?.closedAtMs !== undefined ? { isOpen: true } : {}),
        ...(action.skipsTheLine ? { skipTheLine: true } : {}),
      };
      const events: EngineEvent[] = [];
      if (Object.keys(declared).length > 0) {
        const pullRequest = { ...declared, number };
        events.push({ type: "declarePullRequest", repo: identity.repo, pullRequest });
      }
      if (targets !== undefined) events.push({ type: "setImpactedTargets", identity, number, targets });
      return [...events, { type: "submitPullRequest", identity, number, priority, noBatch, direct }];
    }
    case "cancel":
    case "restart": {
      const identity = QUEUES[action.queue];
      const queue = state.queues.get(toIdentityKey(identity));
      const submission = queue === undefined ? undefined : pickFrom([...listEnqueued(queue)], action.pick);
      if (submission === undefined) return [];
      const type = action.kind === "cancel" ? "cancelPullRequest" : "restartTests";
      return [{ type, identity, number: submission.number }];
    }
    case "targets": {
      const { number, targets } = action;
      const identity = QUEUES[action.queue];
      const known = state.pullRequests.get(toRepositoryKey(identity.repo))?.get(number);
      const shas = { unknown: undefined, latest: known?.sha, outdated: "sha-0" };
      return [{ type: "setImpactedTargets", identity, number, sha: shas[action.sha], targets }];
    }
    case "declare":
      return [{ type: "declarePullRequest", repo: QUEUES[0].repo, pullRequest: action.pullRequest }];
    case "finish": {
      const run = pickFrom(listRunning(state), action.pick);
      if (run === undefined) return [];
      const { conclusion } = action;
      return listNames(run).map((name) => ({ type: "reportCheck", testRunId: run.id, name, conclusion }));
    }
    case "finishAll": {
      const reports = listRunning(state).flatMap((run, index) =>
        listNames(run).map((name) => ({
          testRunId: run.id,
          name,
          conclusion: action.conclusions[index % action.conclusions.length] ?? "success",
        })),
      );
      return reports.length === 0 ? [] : [{ type: "reportChecks", reports }];
    }
    case "report": {
      const run = pickFrom(listRuns(state), action.pick);
      if (run === undefined) return [];
      const { name, conclusion } = action;
      return [{ type: "reportCheck", testRunId: run.id, name, conclusion }];
    }
    case "update": {
      const { settings, deletesRequiredStatuses } = action;
      return [{ type: "updateQueue", identity: QUEUES[action.queue], settings, deletesRequiredStatuses }];
    }
    case "create":
      return [{ type: "createQueue", identity: QUEUES[action.queue], settings: {} }];
    case "delete":
      return [{ type: "deleteQueue", identity: QUEUES[action.queue] }];
    case "push":
      return [{ type: "pushToBranch", identity: QUEUES[action.queue] }];
    case "merge":
      return [{ type: "mergePullRequest", repo: QUEUES[0].repo, number: action.number }];
    case "failStart": {
      const run = pickFrom(listRunning(state), action.pick);
      if (run === undefined) return [];
      return [{ type: "failTestStart", testRunId: run.id, fault: "START_TEST_RUN_MERGE_CONFLICT" }];
    }
    case "read":
      return [{ type: "readQueue", identity: QUEUES[action.queue] }];
    case "track":
      return [{ type: "trackEvents", repo: QUEUES[0].repo, events: [makeTracked(action.id)] }];
    case "wait":
    case "waitUntilDue":
      return [];
  }
}

function makeTracked(id: string): TrackedEvent {
  const sequence = { platform: "some_ci", kind: "job", key: "build", name: "Build" };
  return { id, chainId: id, createdAt: 1, finishedAt: 2, conclusion: "SUCCESS", sequence };
}

function listNames({ requiredStatuses }: EngineTest): readonly string[] {
  return requiredStatuses.length === 0 ? ["any"] : requiredStatuses;
}

/** Runs in progress, in the order of their lines. */
function listRunning(state: EngineState): readonly EngineTest[] {
  return [...state.queues.values()].flatMap((queue) => listRunIds(queue).map((id) => findTestRun(queue, id)));
}

function listRuns(state: EngineState): readonly EngineTest[] {
  return [...state.queues.values()].flatMap((queue: Queue) => [...queue.testRuns.values()]);
}

function pickFrom<Item>(items: readonly Item[], pick: number): Item | undefined {
  return items[pick % items.length];
}

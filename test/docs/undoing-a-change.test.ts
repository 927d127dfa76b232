import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { parseQueueId } from "../../src/queue/parse-queue-id";
import { happen, QUEUE_ID } from "../cli/support/run-on-service";
import { call, directory, emulator, onStage } from "../cli/support/stage";

onStage(() => {
  happen(emulator, { type: "updateQueue", identity, settings: { concurrency: 2, requiredStatuses: [] } });
});

const identity = parseQueueId(QUEUE_ID);

/** Applies a stack with one queue; returns its settings afterwards. */
async function apply(settings: object): Promise<object> {
  const { repo, targetBranch: target_branch } = identity;
  const resource = { mergequeue_queue: { main: { repo, target_branch, ...settings } } };
  mkdirSync(join(directory, "stack"), { recursive: true });
  writeFileSync(join(directory, "stack/main.tf.json"), JSON.stringify({ resource }));
  await call("apply stack --auto-approve").endsWith(0);
  return emulator.findQueue(identity)?.settings ?? {};
}

test.each([
  [
    "a changed value is set back by a revert",
    [{ concurrency: 4 }, { concurrency: 8 }, { concurrency: 4 }],
    4,
  ],
  ["an added setting keeps its value after a revert", [{}, { concurrency: 8 }, {}], 8],
  [
    "its old value, set once, stays when it is no longer declared",
    [{ concurrency: 8 }, { concurrency: 2 }, {}],
    2,
  ],
  ["a removed setting is set again", [{ concurrency: 4 }, {}, { concurrency: 4 }], 4],
])("docs/guides/undoing-a-change.md: %s", async (_rule, commits, concurrency) => {
  let settings = {};
  for (const commit of commits) settings = await apply(commit);
  expect(settings).toMatchObject({ concurrency });
});

test("docs/guides/undoing-a-change.md: without a state, an added list of required statuses stays", async () => {
  await apply({ required_statuses: ["a"] });
  expect(await apply({})).toMatchObject({ requiredStatuses: ["a"] });
});

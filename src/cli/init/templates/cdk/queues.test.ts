import assert from "node:assert/strict";
import { test } from "node:test";
import { TerraformStack, Testing } from "cdktf";
import { MergeQueue } from "terraform-provider-mergequeue";
import { declareQueues } from "./queues";

function makeStack(): TerraformStack {
  const stack = new TerraformStack(Testing.app(), "queues");
  declareQueues(stack);
  return stack;
}

test("the branch has a queue", () => {
  // true: run the checks of synth, the policy among them.
  const synthesized = Testing.synth(makeStack(), true);
  const expected = { target_branch: "__BRANCH__" };
  assert.ok(Testing.toHaveResourceWithProperties(synthesized, "mergequeue_queue", expected), synthesized);
});

test("the policy refuses a queue that Terraform would forget instead of deleting it", () => {
  const stack = makeStack();
  new MergeQueue(stack, "forgotten", {
    repo: "__REPO__",
    targetBranch: "forgotten",
    deletionPolicy: "abandon",
  });
  assert.throws(() => Testing.synth(stack, true), /breaks the policy/);
});

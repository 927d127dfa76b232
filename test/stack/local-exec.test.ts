import { App, TerraformIterator, TerraformStack, TerraformVariable, Token } from "cdktf";
import { MergeQueue, MergeQueueProvider } from "../../src/constructs";
import { readStacks } from "../../src/stack/read-stacks";
import type { StackQueue } from "../../src/stack/stack-reading";
import { makeScratch } from "../support/make-scratch";

async function read(
  via: "plugin" | "local-exec",
  declare: (stack: TerraformStack) => void,
): Promise<readonly StackQueue[]> {
  const out = makeScratch();
  const app = new App({ outdir: out });
  const stack = new TerraformStack(app, "stack");
  new MergeQueueProvider(stack, "provider", { via, plugin: false, baseUrl: "https://q.example.com/v1" });
  declare(stack);
  app.synth();
  const { queues } = await readStacks(out, { environment: {} });
  return queues;
}

/** Queues with expressions, references, and everything that a queue may declare. */
function declareAll(stack: TerraformStack): void {
  const four = new TerraformVariable(stack, "four", { type: "number", default: 4 });
  const first = new MergeQueue(stack, "main", {
    repo: "github.com/Acme/web",
    targetBranch: "main",
    concurrency: four.numberValue,
    mode: "parallel",
    batching: { minSize: 2 },
    requiredStatuses: ["b", "a", "$${x}"],
    additionalSettings: { "color $${x}": ["red", four.numberValue, null] },
    deletionPolicy: "drain",
    timeouts: { delete: "2m" },
    lifecycle: { preventDestroy: true },
  });
  new MergeQueue(stack, "next", {
    repo: first.repo,
    targetBranch: `release-${first.concurrency}`,
    mode: Token.asAny(first.mode),
    requiredStatuses: first.requiredStatuses,
    testingTimeoutMinutes: 5,
  });
  new MergeQueue(stack, "each", {
    repo: "github.com/acme/${each.key}",
    targetBranch: "main",
    forEach: TerraformIterator.fromList(["api", "docs"]),
  });
  new MergeQueue(stack, "counted", { repo: "github.com/acme/c", targetBranch: "v${count.index}", count: 2 });
}

describe('readStacks of a provider with via: "local-exec"', () => {
  test("returns the same queues as with the plugin, under the addresses of their null resources", async () => {
    const expected = await read("plugin", declareAll);
    const queues = await read("local-exec", declareAll);
    expect(queues).toHaveLength(6);
    const renamed = expected.map((queue) => ({
      ...queue,
      address: queue.address.replace("mergequeue_queue", "null_resource"),
    }));
    expect(queues).toEqual(renamed);
  });

  test("finds the provider that each queue has chosen", async () => {
    const queues = await read("local-exec", (stack) => {
      const provider = new MergeQueueProvider(stack, "eu", {
        via: "local-exec",
        alias: "eu",
        baseUrl: "https://eu.example.com/v1",
        maxRetries: 3,
      });
      const repo = "github.com/acme/web";
      new MergeQueue(stack, "main", { repo, targetBranch: "main" });
      new MergeQueue(stack, "next", { repo, targetBranch: "next", provider });
    });
    expect(queues.map((queue) => [queue.identity.targetBranch, queue.provider.name])).toEqual([
      ["main", "mergequeue"],
      ["next", "mergequeue.eu"],
    ]);
    const expected = { base_url: "https://eu.example.com/v1", max_retries: 3 };
    expect(queues[1]?.provider.arguments).toEqual(new Map(Object.entries(expected)));
  });

  test("leaves references to other null resources to Terraform", async () => {
    const targetBranch = "${null_resource.other.triggers.id}";
    const declare = (stack: TerraformStack): void => {
      stack.addOverride("resource.null_resource.other", { triggers: { id: "a" } });
      new MergeQueue(stack, "main", { repo: "github.com/acme/web", targetBranch });
    };
    await expect(read("local-exec", declare)).rejects.toThrow(
      '"${null_resource.other.triggers.id}" is not evaluated here.',
    );
  });

  test("ignores null resources that do not represent a queue", async () => {
    const queues = await read("local-exec", (stack) => {
      stack.addOverride("resource.null_resource.other", { triggers: { a: "b" } });
      stack.addOverride("resource.null_resource.commented", { "//": { mergequeue_queue: "none" } });
    });
    expect(queues).toEqual([]);
  });
});

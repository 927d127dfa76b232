import type { App, TerraformStack } from "cdktf";
import type { IConstruct } from "constructs";
import type { MergeQueueProps } from "../../../src/constructs";
import { EVERYTHING, IDENTITY } from "../synth";
import type { CdkFamily } from "./cdk-family";

const WEB = { repo: IDENTITY.repo, targetBranch: "main" } as const;

/** Declares an app that uses all that the constructs offer, with the library's own means around them. */
export function declareApp(family: CdkFamily, outdir: string): App {
  const app = new family.cdk.App({ outdir });
  const settings = declareSettings(family, new family.cdk.TerraformStack(app, "settings"));
  declareTokens(family, new family.cdk.TerraformStack(app, "tokens"), settings);
  const group = new family.base.Construct(app, "group");
  declareProviders(family, new family.cdk.TerraformStack(group, "providers"));
  declareData(family, new family.cdk.TerraformStack(app, "data"));
  declareLocalExec(family, new family.cdk.TerraformStack(app, "local-exec"));
  return app;
}

/** Declares every prop, the escape hatches, and an aspect. Returns a reference for another stack. */
function declareSettings({ cdk, constructs }: CdkFamily, stack: TerraformStack): string {
  new constructs.MergeQueueProvider(stack, "mergequeue");
  const queue = new constructs.MergeQueue(stack, "main", {
    ...WEB,
    ...EVERYTHING,
    requiredStatuses: ['ci/"build"', "$${literal}", "line\nbreak", "ci/build"],
    additionalSettings: { quietHours: { from: [22.5, null], zone: "Europe/Berlin" }, color: null },
    lifecycle: { preventDestroy: true, ignoreChanges: ["concurrency"] },
  });
  queue.resource.addOverride("lifecycle.create_before_destroy", true);
  const gitLab = { repo: "gitlab.com/acme/api", targetBranch: "a/b" };
  new constructs.MergeQueue(stack, "imported", gitLab).resource.importFrom("gitlab.com/acme/api/a/b");
  const next: MergeQueueProps = {
    ...WEB,
    targetBranch: "next",
    batching: false,
    dependsOn: [queue.resource],
  };
  new constructs.MergeQueue(stack, "renamed", next).resource.moveFromId("mergequeue_queue.before");
  constructs.QueueDefaults.of(stack).add({ testingTimeoutMinutes: 45, requiredStatuses: ["ci/default"] });
  constructs.QueuePolicy.of(stack).require(constructs.QueueRules.requiredStatuses());
  cdk.Aspects.of(stack).add({
    visit: (node: IConstruct) => {
      if (constructs.MergeQueue.isMergeQueue(node)) node.resource.addOverride("count", 1);
    },
  });
  return queue.id;
}

/** Tokens of every kind in every kind of prop, references between queues, and an iterator. */
function declareTokens({ cdk, constructs }: CdkFamily, stack: TerraformStack, foreign: string): void {
  new constructs.MergeQueueProvider(stack, "mergequeue", { plugin: false });
  const four = new cdk.TerraformVariable(stack, "four", { type: "number", default: 4 });
  const yes = new cdk.TerraformVariable(stack, "yes", { type: "bool", default: true });
  const list = new cdk.TerraformVariable(stack, "list", { type: "list(string)", default: ["a"] });
  const repo = new cdk.TerraformVariable(stack, "repo", { type: "string" });
  const first = new constructs.MergeQueue(stack, "main", {
    repo: repo.stringValue,
    targetBranch: 'm${join("", ["a", "in"])}',
    mode: '${var.yes ? "parallel" : "single"}',
    concurrency: four.numberValue,
    commentsEnabled: yes.booleanValue,
    batching: { enabled: yes.booleanValue, minSize: four.numberValue },
    requiredStatuses: list.listValue,
    timeouts: { create: `${four.numberValue}m` },
    additionalSettings: { texts: list.listValue, text: `${four.numberValue} \${upper("x")}` },
  });
  new constructs.MergeQueue(stack, "next", {
    repo: first.repo,
    targetBranch: `release-${first.concurrency}`,
    mode: cdk.Token.asAny(first.mode),
    requiredStatuses: first.requiredStatuses,
    commentsEnabled: first.commentsEnabled,
  });
  const each = cdk.TerraformIterator.fromList(["one", "two"]);
  new constructs.MergeQueue(stack, "each", { ...WEB, targetBranch: each.value as string, forEach: each });
  new cdk.TerraformOutput(stack, "elsewhere", { value: foreign, sensitive: true });
  new cdk.TerraformOutput(stack, "queue", { value: first });
}

/** Every argument, aliases, and queues that choose among them. */
function declareProviders({ cdk, base, constructs }: CdkFamily, stack: TerraformStack): void {
  const token = new cdk.TerraformVariable(stack, "token", { sensitive: true });
  const scope = new base.Construct(stack, "nested");
  new constructs.MergeQueueProvider(scope, "default", {
    baseUrl: "https://queues.example.com/v1",
    token: token.stringValue,
    requestTimeoutSeconds: 10,
    maxRetries: 3,
    maxRequestsPerSecond: 5,
    allowInsecureHttp: false,
    caFile: "/etc/ca.pem",
  });
  const shown = { alias: "other", token: "no secret", allowTokenInStack: true };
  const other = new constructs.MergeQueueProvider(scope, "other", shown);
  new constructs.MergeQueue(scope, "main", WEB);
  new constructs.MergeQueue(scope, "other_main", { ...WEB, provider: other });
}

/** Every data source, and their attributes at several depths. */
function declareData({ cdk, constructs }: CdkFamily, stack: TerraformStack): void {
  new constructs.MergeQueueProvider(stack, "mergequeue");
  const queue = new constructs.DataMergeQueue(stack, "queue", WEB);
  const pullRequest = new constructs.DataMergeQueuePullRequest(stack, "one", { ...WEB, number: 7 });
  const pullRequests = new constructs.DataMergeQueuePullRequests(stack, "all", {
    ...WEB,
    state: "failed",
    since: cdk.Fn.timeadd("2026-01-31T08:00:00Z", "-24h"),
    dependsOn: [queue.dataSource],
  });
  const run = new constructs.DataMergeQueueTestRun(stack, "run", { ...WEB, testRunId: "r-1" });
  const metrics = new constructs.DataMergeQueueMetrics(stack, "metrics", { repo: queue.repo });
  const outputs: Record<string, unknown> = {
    concurrency: queue.concurrency,
    statuses: queue.requiredStatuses,
    title: pullRequest.title,
    first: pullRequests.pullRequests.get(0).number,
    count: pullRequests.pullRequests.count,
    run: run.status,
    label: metrics.samples.get(1).labels.lookup("repo"),
  };
  for (const name in outputs) new cdk.TerraformOutput(stack, `out_${name}`, { value: outputs[name] });
}

/** Queues that null resources stand for, with tokens, references and an alias among them. */
function declareLocalExec({ cdk, constructs }: CdkFamily, stack: TerraformStack): void {
  new constructs.MergeQueueProvider(stack, "mergequeue", { via: "local-exec" });
  const baseUrl = "https://queues.example.com/v1";
  const other = new constructs.MergeQueueProvider(stack, "other", {
    via: "local-exec",
    alias: "other",
    baseUrl,
  });
  const four = new cdk.TerraformVariable(stack, "four", { type: "number", default: 4 });
  const first = new constructs.MergeQueue(stack, "main", {
    ...WEB,
    mode: "parallel",
    concurrency: four.numberValue,
    batching: { minSize: 2 },
    requiredStatuses: ['ci/"build"', "$${literal}", "line\nbreak"],
    additionalSettings: { quietHours: { from: [22.5, null] } },
    deletionPolicy: "drain",
    timeouts: { delete: "1h" },
  });
  const next = { ...WEB, targetBranch: "next", provider: other, dependsOn: [first.resource], count: 2 };
  new constructs.MergeQueue(stack, "next", next);
  new constructs.MergeQueue(stack, "each", {
    ...WEB,
    targetBranch: "${each.key}",
    forEach: cdk.TerraformIterator.fromList(["x"]),
    dependsOn: [first],
    concurrency: first.concurrency,
  });
  other.alias = "europe";
}

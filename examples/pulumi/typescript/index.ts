import * as mergequeue from "@pulumi/mergequeue";

const main = new mergequeue.Queue("main", {
  repo: { host: "github.com", owner: "acme", name: "web" },
  targetBranch: "main",
  mode: "single",
  concurrency: 4,
  requiredStatuses: ["ci/build", "ci/test"],
  mergeMethod: "squash",
});

export const queue = main.id;

/** A disturbance of an apply. */
export type Disturbance = "none" | "fault" | "drift" | "busy" | "interrupt";

/** One queue of a configuration. */
export interface DeclaredQueue {
  readonly branch: string;
  readonly concurrency: number;
  readonly mergeMethod: string;
  readonly statuses: readonly string[];
}

/** One apply. */
export interface ApplyStep {
  /** The queues that replace those of the previous step. */
  readonly queues: readonly DeclaredQueue[];
  readonly disturbance: Disturbance;
  /** A fault for the control interface of the local service, used with `fault` only. */
  readonly fault: object;
}

/** The branches of the queues; every step declares the first. */
export const BRANCHES: readonly string[] = ["main", ...Array.from({ length: 7 }, (_, i) => `rel/${i + 1}`)];

const DISTURBANCES: readonly Disturbance[] = [
  ...(["none", "none", "none", "fault", "fault", "drift", "busy", "interrupt"] as const),
];

const MERGE_METHODS = ["merge_commit", "squash", "rebase"];

const FAULTS: readonly object[] = [
  { kind: "drop", commits: true, times: 2, operations: ["createQueue", "updateQueue", "deleteQueue"] },
  { kind: "drop", commits: false, times: 2 },
  { kind: "answer", status: 500, times: 2 },
  { kind: "answer", status: 500, commits: true, times: 2 },
  { kind: "answer", status: 429, headers: { "retry-after": "0" }, times: 5 },
  { kind: "truncate", bytes: 20, times: 2 },
  { kind: "drip", bytes: 64, intervalMs: 1, times: 4 },
];

/** Makes a random step. @param random - returns numbers from 0 (inclusive) to 1 (exclusive) */
export function declareStep(random: () => number): ApplyStep {
  const pick = <T>(list: readonly [T, ...T[]] | readonly T[]): T =>
    list[Math.floor(random() * list.length)] as T;
  const branches = BRANCHES.filter((_, index) => index === 0 || random() < 0.7);
  return {
    queues: branches.map((branch) => ({
      branch,
      concurrency: 1 + Math.floor(random() * 8),
      mergeMethod: pick(MERGE_METHODS),
      statuses: Array.from({ length: Math.floor(random() * 4) }, (_, index) => `ci/${index}`),
    })),
    disturbance: pick(DISTURBANCES),
    fault: pick(FAULTS),
  };
}

/** Writes main.tf with these queues; a data source reads the first. */
export function declareConfiguration(queues: readonly DeclaredQueue[]): string {
  const resources = queues.map(
    ({ branch, concurrency, mergeMethod, statuses }) => `
resource "mergequeue_queue" "${branch.replace("/", "_")}" {
  repo              = { host = "github.com", owner = "acme", name = "web" }
  target_branch     = "${branch}"
  concurrency       = ${concurrency}
  merge_method      = "${mergeMethod}"
  required_statuses = ${JSON.stringify(statuses)}
}
`,
  );
  return `terraform {
  required_providers {
    mergequeue = { source = "mergequeue/mergequeue" }
  }
}

provider "mergequeue" {}

data "mergequeue_queue" "main" {
  repo          = mergequeue_queue.main.repo
  target_branch = mergequeue_queue.main.target_branch
}
${resources.join("")}`;
}

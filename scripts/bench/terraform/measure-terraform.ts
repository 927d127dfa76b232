import { atMost, type BenchContext, divide, median, type PartReport, toSeconds } from "../bench-part";
import type { Line, Run } from "../measured-service";
import {
  addSecondInterface,
  EXECUTABLE_NAME,
  GO_NAME,
  NODE_NAME,
  type Provider,
  SECOND_NAMES,
  withProviders,
} from "./providers";
import { APPLY, createStage, PLAN, type Stage } from "./stage";

const LINE: Line = { scheme: "https", latencyMs: 30 };

type Rounds = readonly (readonly [queues: number, rounds: number])[];

const ROUNDS: Rounds = [
  [1, 11],
  [30, 5],
  [100, 5],
  [300, 7],
  [1_000, 3],
];
const QUICK_ROUNDS: Rounds = [
  [1, 2],
  [30, 2],
];

/** The numbers of queues that are also planned through the second interface. */
const SECOND_QUEUES: readonly number[] = [1, 30, 300];

/** Requests of a plan of up to 300 queues through the second interface, whose pages list 100. */
const MOST_REQUESTS = 6;

/** Limits of a plan, as multiples of the Go provider's plan of the same queues; three machines kept them. */
const LIMITS: readonly { readonly queues: number; readonly name: string; readonly limit: number }[] = [
  { queues: 1, name: NODE_NAME, limit: 2.3 },
  { queues: 1, name: EXECUTABLE_NAME, limit: 1.3 },
  { queues: 30, name: NODE_NAME, limit: 1.2 },
  { queues: 30, name: EXECUTABLE_NAME, limit: 0.9 },
  { queues: 300, name: NODE_NAME, limit: 1 },
  { queues: 300, name: EXECUTABLE_NAME, limit: 1 },
];

/** The runs with one number of queues, by the names of the providers. */
export interface Cell {
  readonly queues: number;
  /** Plans without changes, made in turn. */
  readonly plans: ReadonlyMap<string, readonly Run[]>;
  readonly applies: ReadonlyMap<string, Run>;
}

/** Measures plans and applies with each provider. */
export async function measureTerraform({ root, isQuick, say }: BenchContext): Promise<PartReport> {
  return withProviders(root, async ({ providers, missing }) => {
    const cells: Cell[] = [];
    for (const [queues, rounds] of isQuick ? QUICK_ROUNDS : ROUNDS) {
      say(`queues: ${queues}`);
      const measured = SECOND_QUEUES.includes(queues) ? addSecondInterface(providers) : providers;
      cells.push(await measureCell(measured, queues, rounds));
    }
    return reportTerraform(cells, missing);
  });
}

async function measureCell(providers: readonly Provider[], queues: number, rounds: number): Promise<Cell> {
  const stages: Stage[] = [];
  const applies = new Map<string, Run>();
  try {
    for (const provider of providers) {
      const stage = await createStage(provider, queues, LINE);
      stages.push(stage);
      applies.set(provider.name, await stage.measure(APPLY));
    }
    const plans = new Map<string, Run[]>(stages.map(({ name }) => [name, []]));
    // In turn, so that a temporarily slow machine affects all of them.
    for (let round = 0; round < rounds; round += 1)
      for (const stage of stages) plans.get(stage.name)?.push(await stage.measure(PLAN));
    return { queues, plans, applies };
  } finally {
    for (const stage of stages) await stage.close();
  }
}

/** Compares the runs with the promises in a table. @param missing - what was not measured, and why */
export function reportTerraform(cells: readonly Cell[], missing: readonly string[]): PartReport {
  const names = [NODE_NAME, EXECUTABLE_NAME, GO_NAME, ...Object.values(SECOND_NAMES)].filter((name) =>
    cells.some(({ plans }) => plans.has(name)),
  );
  const own = cells.flatMap(({ queues, plans }) =>
    [NODE_NAME, EXECUTABLE_NAME].flatMap((name) =>
      (plans.get(name) ?? []).map((run) => ({ ...run, queues })),
    ),
  );
  const beyond = Math.max(...own.map(({ requests, queues }) => Math.abs(requests - queues)));
  const mostOpen = Math.max(...own.map((run) => run.mostOpen));
  return {
    figures: [
      ...compareWithGo(cells),
      atMost("requests of a plan, in addition to one for each queue", beyond, 0, "", 0),
      ...Object.values(SECOND_NAMES).flatMap((name) =>
        cells.flatMap(({ queues, plans }) =>
          limitRequests(`plan of ${countQueues(queues)}, ${name}`, plans.get(name) ?? []),
        ),
      ),
      atMost("maximum number of open connections of a plan", mostOpen, 12, "", 0),
    ],
    section: {
      title: "Plans and applies",
      text: [
        "The figures are seconds of `terraform plan` without changes, and of `terraform apply` of new queues. The service is called",
        "over TLS with a latency of 30 ms. Columns with `/v2` use its second interface. `terraform init` installs each provider",
        "from a mirror. Terraform therefore hashes the provider's package at every command, and compares it with the lock file.",
        "The time of a plan is the median of several runs, in which the providers take turns. An apply is timed only once. *CPU* is",
        "the processor time, user and system, of Terraform and of all provider processes that it starts. From some hundred queues",
        "on, Terraform itself takes most of the time of an apply, because it writes the whole state after every resource.",
        ...missing,
      ].join("\n"),
      columns: ["queues", "", ...names, ...names.map((name) => `CPU: ${name}`)],
      rows: cells.flatMap(({ queues, plans, applies }) => {
        const tabulate = (command: string, find: (name: string) => readonly Run[] | undefined) => [
          String(queues),
          command,
          ...names.map((name) => formatSeconds(find(name), "durationMs")),
          ...names.map((name) => formatSeconds(find(name), "processorMs")),
        ];
        return [
          tabulate("plan", (name) => plans.get(name)),
          tabulate("apply", (name) => [applies.get(name) ?? []].flat()),
        ];
      }),
    },
  };
}

/** Compares the requests of plans through the second interface with the promise; nothing without plans. */
export function limitRequests(what: string, plans: readonly Run[]): PartReport["figures"] {
  if (plans.length === 0) return [];
  const most = Math.max(...plans.map(({ requests }) => requests));
  return [atMost(`requests of a ${what}`, most, MOST_REQUESTS, "", 0)];
}

/** Compares plans with those of the Go provider, round by round. */
function compareWithGo(cells: readonly Cell[]): PartReport["figures"] {
  return LIMITS.flatMap(({ queues, name, limit }) => {
    const plans = cells.find((cell) => cell.queues === queues)?.plans;
    const [runs, go] = [name, GO_NAME].map((each) => plans?.get(each)?.map(({ durationMs }) => durationMs));
    if (runs === undefined || go === undefined) return [];
    const what = `plan of ${countQueues(queues)}, ${name} / ${GO_NAME}`;
    return [atMost(what, divide(runs, go), limit)];
  });
}

function countQueues(count: number): string {
  return count === 1 ? "1 queue" : `${count} queues`;
}

function formatSeconds(runs: readonly Run[] | undefined, time: "durationMs" | "processorMs"): string {
  return runs === undefined || runs.length === 0 ? "" : toSeconds(median(runs.map((run) => run[time])));
}

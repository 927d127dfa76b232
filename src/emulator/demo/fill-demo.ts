import { hash } from "node:crypto";
import type { HostPullRequestInput } from "../../engine/host-pull-request";
import type { QueueEngine } from "../../engine/queue-engine";
import { toRepositoryKey } from "../../engine/repository-key";
import { parseQueueId } from "../../queue/parse-queue-id";
import { formatQueueId, type QueueIdentity } from "../../queue/queue-identity";
import type { QueueSettings } from "../../queue/settings";
import { DAY_MS, HOUR_MS, MINUTE_MS } from "../../text/milliseconds";
import { isBrokenCommit, toCommit, toFraction } from "../auto/plan-checks";
import type { AutoOptions, ResolvedAutoOptions } from "../auto-options";
import type { EmulatorClock, PlannedArrivals } from "../clock/time-keeper";

interface DemoQueue {
  readonly identity: QueueIdentity;
  readonly settings: QueueSettings;
  /** How many pull requests arrive on a usual working day. */
  readonly perDay: number;
  /** How many pull requests arrive in the last minutes of the history. */
  readonly arriving: number;
  /** A queue's trouble at the end of the history: the queue is paused, or its last pull requests fail. */
  readonly trouble?: "paused" | "failing";
}

const STATUSES = ["ci/build", "ci/test"];
const SINGLE: QueueSettings = { requiredStatuses: STATUSES };
const PARALLEL: QueueSettings = { ...SINGLE, mode: "parallel", concurrency: 4, mergeMethod: "squash" };
const NARROW: QueueSettings = { ...PARALLEL, concurrency: 2 };
const OPTIMISTIC: QueueSettings = { ...PARALLEL, canOptimisticallyMerge: true, pendingFailureDepth: 1 };
const BATCHING: QueueSettings = {
  ...SINGLE,
  batch: true,
  batchingMinSize: 3,
  batchingMaxWaitTimeMinutes: 10,
};

const onGitHub = (path: string): QueueIdentity => parseQueueId(`github.com/${path}`);

const DEMO_QUEUES: readonly DemoQueue[] = [
  { identity: onGitHub("acme/web/main"), settings: PARALLEL, perDay: 24, arriving: 7 },
  { identity: onGitHub("acme/web/release/2.4"), settings: SINGLE, perDay: 2, arriving: 0 },
  { identity: onGitHub("acme/api/main"), settings: OPTIMISTIC, perDay: 18, arriving: 5 },
  { identity: onGitHub("acme/api/release/2.4"), settings: SINGLE, perDay: 1, arriving: 0 },
  { identity: onGitHub("acme/mobile/main"), settings: BATCHING, perDay: 14, arriving: 4 },
  { identity: onGitHub("acme/mobile/develop"), settings: BATCHING, perDay: 8, arriving: 2 },
  { identity: onGitHub("acme/payments/main"), settings: SINGLE, perDay: 8, arriving: 0, trouble: "failing" },
  { identity: onGitHub("acme/checkout/main"), settings: SINGLE, perDay: 9, arriving: 3 },
  { identity: onGitHub("acme/search/main"), settings: PARALLEL, perDay: 10, arriving: 2 },
  { identity: onGitHub("acme/identity/main"), settings: SINGLE, perDay: 5, arriving: 0, trouble: "paused" },
  { identity: onGitHub("acme/catalog/main"), settings: PARALLEL, perDay: 9, arriving: 1 },
  { identity: onGitHub("acme/pricing/main"), settings: SINGLE, perDay: 4, arriving: 1 },
  { identity: onGitHub("acme/shipping/main"), settings: SINGLE, perDay: 5, arriving: 0 },
  { identity: onGitHub("acme/notifications/main"), settings: SINGLE, perDay: 3, arriving: 0 },
  { identity: onGitHub("acme/design-system/main"), settings: BATCHING, perDay: 6, arriving: 2 },
  { identity: onGitHub("platform/infrastructure/main"), settings: SINGLE, perDay: 7, arriving: 2 },
  { identity: onGitHub("platform/charts/main"), settings: SINGLE, perDay: 3, arriving: 0 },
  { identity: onGitHub("platform/monitoring/main"), settings: SINGLE, perDay: 3, arriving: 1 },
  { identity: onGitHub("data/pipelines/main"), settings: NARROW, perDay: 7, arriving: 3 },
  { identity: onGitHub("data/models/main"), settings: SINGLE, perDay: 2, arriving: 0 },
];

/** Length of the history in days. */
export const DEMO_DAYS = 31;

/** Default options of the demonstration's automatic reports: tests take some minutes. */
export const DEMO_AUTO: AutoOptions = { durationSeconds: [240, 720], failureRate: 0.08 };

/** When the last pull requests of a queue in trouble arrive, in minutes before the end of the history. */
const TROUBLED_MINUTES = [55, 40, 25];
const PAUSED_MINUTES = 60;
const ARRIVING_MINUTES = 4;

const AUTHORS = ["ada", "grace", "linus", "margaret", "barbara", "donald", "edsger", "radia"];
const TITLES = [
  "Fix a race in the cache",
  "Update dependencies",
  "Add retries to the client",
  "Remove dead code",
  "Speed up the tests",
  "Show the total in the summary",
  "Log slow queries",
  "Correct a time zone",
  "Split the settings page",
  "Document the release",
  "Add an index",
  "Handle empty carts",
];

type DemoDraws = Readonly<{ seed: string; auto: ResolvedAutoOptions }>;

interface Step {
  readonly atMs: number;
  readonly queue: DemoQueue;
  /** `broken`: submits a pull request whose commit fails its tests. */
  readonly kind: "pause" | "submit" | "broken";
}

/** Simulates the queues for {@link DEMO_DAYS} days, and moves the clock through these days. */
export function fillDemo(engine: QueueEngine, clock: EmulatorClock, { seed, auto }: DemoDraws): void {
  const startMs = clock.nowMs;
  const endMs = startMs + DEMO_DAYS * DAY_MS;
  for (const { identity, settings } of DEMO_QUEUES) {
    engine.apply({ type: "createQueue", identity, settings: {} });
    engine.apply({ type: "updateQueue", identity, settings });
  }
  const steps = DEMO_QUEUES.flatMap((queue) => [
    ...listUsual(queue, startMs, endMs, seed),
    ...listLast(queue, endMs),
  ]).sort((a, b) => a.atMs - b.atMs);
  for (const step of steps) {
    clock.set(step.atMs);
    takeStep(engine, step, { seed, auto });
  }
  clock.set(endMs);
}

/** Plans the arrivals after the history. @param endMs - the history's end, in milliseconds since 1970 */
export function planArrivals(engine: QueueEngine, endMs: number, draws: DemoDraws): PlannedArrivals {
  // The times between arrivals are exponential.
  const findAfter = ({ atMs, queue }: Pick<Step, "atMs" | "queue">): Step => {
    const { identity, settings, perDay, arriving, trouble } = queue;
    const perHour = arriving * (settings.mode === "parallel" ? 3 : 2) + perDay / 24;
    const draw = toFraction(draws.seed, "arrival", formatQueueId(identity), String(atMs));
    const waitMs = 1 + Math.round((-Math.log(1 - draw) * HOUR_MS) / perHour);
    return { atMs: atMs + waitMs, queue, kind: trouble === "failing" ? "broken" : "submit" };
  };
  let steps = DEMO_QUEUES.map((queue) => findAfter({ atMs: endMs, queue }));
  return {
    findNextMs: () => Math.min(...steps.map(({ atMs }) => atMs)),
    arrive: (nowMs) => {
      for (const step of steps) if (step.atMs === nowMs) takeStep(engine, step, draws);
      steps = steps.map((step) => (step.atMs === nowMs ? findAfter(step) : step));
    },
  };
}

function takeStep(engine: QueueEngine, { queue, kind }: Step, draws: DemoDraws): void {
  const { identity } = queue;
  if (kind === "pause") {
    engine.apply({ type: "updateQueue", identity, settings: { state: "paused" } });
    return;
  }
  const known = engine.state.pullRequests.get(toRepositoryKey(identity.repo));
  const [latest] = known?.entriesReversed() ?? [];
  const number = (latest?.[0] ?? 100) + 1;
  const pullRequest = describeChange({ number, queue, kind }, draws);
  engine.apply({ type: "declarePullRequest", repo: identity.repo, pullRequest });
  engine.apply({ type: "submitPullRequest", identity, number });
}

function listUsual(queue: DemoQueue, startMs: number, endMs: number, seed: string): Step[] {
  const id = formatQueueId(queue.identity);
  const latestMs = endMs - PAUSED_MINUTES * MINUTE_MS;
  const steps: Step[] = [];
  for (let dayMs = startMs - (startMs % DAY_MS); dayMs < endMs; dayMs += DAY_MS) {
    const day = new Date(dayMs);
    const isFree = day.getUTCDay() % 6 === 0;
    const draw = (what: string) => toFraction(seed, "demo", what, id, day.toISOString());
    const count = Math.round(queue.perDay * (isFree ? 0.1 : 0.7 + 0.6 * draw("count")));
    for (let index = 0; index < count; index += 1) {
      const share = (draw(`early ${index}`) + draw(`late ${index}`)) / 2;
      const atMs = dayMs + Math.round((7 + 11 * share) * HOUR_MS);
      if (atMs >= startMs && atMs < latestMs) steps.push({ atMs, queue, kind: "submit" });
    }
  }
  return steps;
}

function listLast(queue: DemoQueue, endMs: number): Step[] {
  const beforeEnd = (minutes: number, kind: Step["kind"]): Step => {
    return { atMs: endMs - Math.round(minutes * MINUTE_MS), queue, kind };
  };
  const { trouble, arriving } = queue;
  const kind = trouble === "failing" ? "broken" : "submit";
  return [
    ...(trouble === "paused" ? [beforeEnd(PAUSED_MINUTES, "pause")] : []),
    ...(trouble === undefined ? [] : TROUBLED_MINUTES.map((minutes) => beforeEnd(minutes, kind))),
    ...Array.from({ length: arriving }, (_, index) =>
      beforeEnd((ARRIVING_MINUTES * (arriving - index)) / arriving, "submit"),
    ),
  ];
}

function describeChange(
  { number, queue: { identity }, kind }: Pick<Step, "queue" | "kind"> & { readonly number: number },
  { seed, auto }: DemoDraws,
): HostPullRequestInput {
  const id = formatQueueId(identity);
  const pick = (from: readonly string[], what: string): string =>
    from[Math.floor(from.length * toFraction(seed, what, id, String(number)))] ?? "";
  const title = pick(TITLES, "title");
  let attempt = 0;
  let sha = "";
  do {
    sha = hash("sha256", `${seed} ${id} ${number} ${attempt}`).slice(0, 40);
    attempt += 1;
    // With a failure rate of 0, all commits are good.
  } while (kind === "broken" && attempt < 1_000 && !isBrokenCommit(toCommit({ number, sha }), auto));
  const headBranch = `${title.toLowerCase().replaceAll(" ", "-")}-${number}`;
  const author = pick(AUTHORS, "author");
  return { number, baseBranch: identity.targetBranch, title, author, headBranch, sha };
}

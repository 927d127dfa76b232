import type { Figure } from "../../bench/bench-part";
import { createRandom } from "../../support/create-random";
import type { SoakJob } from "../soak-part";
import { ApplyStage } from "./apply-stage";
import { type ApplyStep, declareStep } from "./declare-step";
import { toGrowthFigure } from "./growth";
import type { Holdings } from "./measured-process";
import { killPlan, runStep } from "./run-step";

/** One in this many applies uses providers that Terraform starts. */
const OWN_PROVIDERS = 4;
/** Applies between two lines of progress. */
const PROGRESS = 20;
/** Applies between two killed plans. */
const KILLED_PLAN = 5;
/** The number of requests that the service keeps; its memory is stable once it has them. */
const KEPT_REQUESTS = 1_000;

/** The maximum growth of the heap. */
const LIVE_LIMIT = 1.1;
/** The maximum growth of the resident memory, which depends on the garbage collector. */
const RESIDENT_LIMIT = 1.3;

/**
 * Applies random configurations against one local service, most of them with one long-running provider, with drift, faults,
 * refusals, interrupts and killed plans. At least four applies.
 * @returns the failures: failed applies, leftovers, growth
 */
export async function soakApplies({ root, count, seed, print }: SoakJob): Promise<string> {
  const stage = await ApplyStage.create(root);
  let left: readonly string[] = [];
  const findings: string[] = [];
  try {
    findings.push(...(await applyAll(stage, Math.max(4, count), createRandom(seed), print)));
  } finally {
    left = await stage.close();
  }
  if (left.length > 0) findings.push(`The processes left temporary files: ${left.join(", ")}`);
  return findings.join("\n");
}

async function applyAll(
  stage: ApplyStage,
  count: number,
  random: () => number,
  print: SoakJob["print"],
): Promise<readonly string[]> {
  const { service, provider } = stage;
  await warmUp(stage, random);
  const before = { provider: provider.countDescriptors(), service: service.process.countDescriptors() };
  const files = stage.listWorkFiles();
  const ofProvider: Holdings[] = [];
  const ofService: Holdings[] = [];
  for (let number = 1; number <= count; number += 1) {
    const step = declareStep(random);
    const isReattached = number % OWN_PROVIDERS !== 0;
    await runStep(stage, step, isReattached).catch((error: unknown) => {
      throw new Error(`${describe(number, step, isReattached)}: ${String(error)}`);
    });
    if (number % KILLED_PLAN === 0) await killPlan(stage, random() < 0.7);
    const left = [
      ...stage.listProcesses().map((pid) => `process ${pid}`),
      ...stage.listTemporaryFiles(),
      ...stage.listWorkFiles().filter((file) => !files.includes(file)),
    ];
    if (left.length > 0) return [`${describe(number, step, isReattached)} left ${left.join(", ")}.`];
    ofProvider.push(await provider.measure());
    ofService.push(await service.process.measure());
    if (number % PROGRESS === 0) print(`${number} of ${count} applies`);
  }
  const end = await stage.start(["destroy", "-auto-approve"], true).finished;
  if (end.status !== 0) return [`The destroy at the end failed:\n${end.output}`];
  await stage.waitForRest(before.provider, before.service);
  print("kept    no process, file or descriptor is left");
  const figures = Object.entries({ provider: ofProvider, service: ofService }).flatMap(([name, all]) => [
    toGrowthFigure(
      `the heap of the ${name}`,
      all.map(({ liveBytes }) => liveBytes),
      LIVE_LIMIT,
    ),
    toGrowthFigure(
      `the resident memory of the ${name}`,
      all.map(({ residentBytes }) => residentBytes),
      RESIDENT_LIMIT,
    ),
  ]);
  const [kept, broken] = [figures.filter(({ isKept }) => isKept), figures.filter(({ isKept }) => !isKept)];
  for (const figure of kept) print(`kept    ${toText(figure)}`);
  return broken.map((figure) => `BROKEN  ${toText(figure)}`);
}

function toText({ name, value, limit }: Figure): string {
  return `${name}: ${value}, promised ${limit}`;
}

/** Fills the caches of both processes and waits until they are idle. */
async function warmUp(stage: ApplyStage, random: () => number): Promise<void> {
  const { service, provider } = stage;
  const idle = { provider: provider.countDescriptors(), service: service.process.countDescriptors() };
  for (const isReattached of [true, false]) {
    const { queues } = declareStep(random);
    await runStep(stage, { queues, disturbance: "none", fault: {} }, isReattached);
  }
  for (let count = 0; count < KEPT_REQUESTS; count += 1) await service.call("updateQueue", "main");
  await stage.waitForRest(idle.provider, idle.service);
}

function describe(number: number, { disturbance }: ApplyStep, isReattached: boolean): string {
  const provider = isReattached ? "the long-running provider" : "its own providers";
  return `Apply ${number} with ${provider} and the disturbance "${disturbance}"`;
}

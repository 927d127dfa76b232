import type { Figure } from "../../bench/figure";
import { createRandom } from "../../support/create-random";
import type { SoakJob } from "../soak-part";
import { ApplyStage } from "./apply-stage";
import type { ApplyStep } from "./declare-step";
import { declareStep } from "./declare-step";
import { toGrowthFigure } from "./growth";
import type { Holdings } from "./measured-process";
import { killPlan, runStep } from "./run-step";

/** Every so many applies Terraform starts providers of its own. */
const OWN_PROVIDERS = 4;
/** How often it says how far it is. */
const PROGRESS = 20;
/** After so many applies a plan is killed. */
const KILLED_PLAN = 5;
/** Requests that the service keeps for whoever looks; only then does it forget the oldest. */
const KEPT_REQUESTS = 1_000;

/** By how much the memory that a process can reach may grow. */
const LIVE_LIMIT = 1.1;
/** By how much the memory that it takes up may grow, which the collector of garbage decides. */
const RESIDENT_LIMIT = 1.3;

/**
 * Applies again and again against one local service, mostly with one provider that serves all of these applies, else
 * with providers that Terraform starts: different configurations, with drift, faults, refusals, interrupts and
 * killed plans between them. At least four applies.
 * @returns what is wrong: with an apply, or with what is left or has grown after all of them
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
  print(`kept    no process and no file was left, and no descriptor stayed open`);
  const figures = [
    toGrowthFigure("memory that the provider can reach", ofProvider.map(toLive), LIVE_LIMIT),
    toGrowthFigure("memory that the service can reach", ofService.map(toLive), LIVE_LIMIT),
    toGrowthFigure("resident memory of the provider", ofProvider.map(toResident), RESIDENT_LIMIT),
    toGrowthFigure("resident memory of the service", ofService.map(toResident), RESIDENT_LIMIT),
  ];
  const [kept, broken] = [figures.filter(({ isKept }) => isKept), figures.filter(({ isKept }) => !isKept)];
  for (const figure of kept) print(`kept    ${toText(figure)}`);
  return broken.map((figure) => `BROKEN  ${toText(figure)}`);
}

function toText({ name, value, limit }: Figure): string {
  return `${name}: ${value}, promised ${limit}`;
}

/** Brings both processes to where they are in the middle of their lives, and to rest. */
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
  const provider = isReattached ? "the provider that serves all" : "providers of its own";
  return `Apply ${number} with ${provider} and the disturbance "${disturbance}"`;
}

function toLive({ liveBytes }: Holdings): number {
  return liveBytes;
}

function toResident({ residentBytes }: Holdings): number {
  return residentBytes;
}

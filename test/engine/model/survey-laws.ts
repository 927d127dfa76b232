import fc from "fast-check";
import type { RandomRuns } from "../../support/random-runs";
import { ARBITRARY_SCHEDULE, type Schedule } from "./arbitrary-schedule";
import { playSchedule } from "./play-schedule";
import type { Law } from "./queue-step";
import { shortenList } from "./shorten-list";
import { showSchedule } from "./show-schedule";
import { LawWatch } from "./watch-laws";

/**
 * Plays schedules and watches all laws in each: playing them once is what takes the time.
 * @returns a message for each broken law, with the shortest schedule found that breaks it
 */
export function surveyLaws(laws: readonly Law[], { seed, numRuns }: RandomRuns): ReadonlyMap<Law, string> {
  const broken = new Map<Law, string>();
  let index = 0;
  const property = fc.property(ARBITRARY_SCHEDULE, (schedule) => {
    const left = laws.filter((law) => !broken.has(law));
    for (const law of findBroken(schedule, left)) {
      broken.set(law, describeBroken(schedule, law, `seed ${seed}, path ${index}`));
    }
    index += 1;
  });
  fc.assert(property, { seed, numRuns, endOnFailure: true });
  return broken;
}

/** The laws that a schedule shows to be broken. An engine that gives up has broken them all. */
function findBroken(schedule: Schedule, laws: readonly Law[]): readonly Law[] {
  const watch = new LawWatch(laws, schedule.options);
  try {
    playSchedule(schedule, (step) => {
      watch.visit(step);
    });
  } catch {
    return laws;
  }
  return [...watch.violations.keys()];
}

function describeBroken(schedule: Schedule, law: Law, found: string): string {
  const actions = shortenList(
    schedule.actions,
    (shorter) => findBroken({ ...schedule, actions: shorter }, [law]).length > 0,
  );
  const shortest = { ...schedule, actions };
  return `${found}\n${findWrong(shortest, law)}\n${showSchedule(shortest)}`;
}

function findWrong(schedule: Schedule, law: Law): string {
  const watch = new LawWatch([law], schedule.options);
  try {
    playSchedule(schedule, (step) => {
      watch.visit(step);
    });
  } catch (error) {
    return error instanceof Error ? (error.stack ?? error.message) : String(error);
  }
  return watch.violations.get(law) ?? "";
}

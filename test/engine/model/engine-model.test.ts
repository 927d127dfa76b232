import { readRandomRuns } from "../../support/random-runs";
import { BATCH_LAWS } from "./laws/batches";
import { CAPACITY_LAWS } from "./laws/capacity";
import { GATE_LAWS } from "./laws/gates";
import { GROUND_LAWS } from "./laws/ground";
import { MERGE_LAWS } from "./laws/merges";
import { PLACE_LAWS } from "./laws/places";
import { REST_LAWS } from "./laws/rest";
import { TIME_LAWS } from "./laws/times";
import { TURN_LAWS } from "./laws/turns";
import { VERDICT_LAWS } from "./laws/verdicts";
import type { Law } from "./queue-step";
import { surveyLaws } from "./survey-laws";

const LAWS: readonly Law[] = [
  ...CAPACITY_LAWS,
  ...BATCH_LAWS,
  ...GATE_LAWS,
  ...TURN_LAWS,
  ...GROUND_LAWS,
  ...MERGE_LAWS,
  ...VERDICT_LAWS,
  ...PLACE_LAWS,
  ...TIME_LAWS,
  ...REST_LAWS,
];

describe("after every event of any schedule", () => {
  let broken: ReadonlyMap<Law, string> = new Map();

  // A run may ask for far more schedules.
  beforeAll(() => {
    broken = surveyLaws(LAWS, readRandomRuns(150));
  }, 3_600_000);

  test.each(LAWS.map((law) => [law.title, law] as const))("%s", (_title, law) => {
    const found = broken.get(law);
    if (found !== undefined) throw new Error(found);
  });
});

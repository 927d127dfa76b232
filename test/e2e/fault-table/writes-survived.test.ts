import { describeRound } from "./describe-round";
import { SURVIVED_CREATES } from "./survived-creates";
import { SURVIVED_DELETES } from "./survived-deletes";
import { SURVIVED_UPDATES } from "./survived-updates";

const ROWS = [...SURVIVED_CREATES, ...SURVIVED_UPDATES, ...SURVIVED_DELETES];

describeRound("writes that get over a fault", ROWS, "behind the plan", {
  switchingModes: { reads: 2, refusesWrites: true },
});

import { describeRounds } from "./describe-rounds";
import { SURVIVED_CREATES } from "./survived-creates";
import { SURVIVED_DELETES } from "./survived-deletes";
import { SURVIVED_UPDATES } from "./survived-updates";

const ROWS = [...SURVIVED_CREATES, ...SURVIVED_UPDATES, ...SURVIVED_DELETES];

describeRounds({ "writes that get over a fault": ROWS }, "behind the plan", {
  switchingModes: { reads: 2, refusesWrites: true },
});

import { SURVIVED_CREATES } from "./create-rows";
import { SURVIVED_DELETES } from "./delete-rows";
import { describeRound } from "./describe-round";
import { SURVIVED_UPDATES } from "./update-rows";

const ROWS = [...SURVIVED_CREATES, ...SURVIVED_UPDATES, ...SURVIVED_DELETES];

describeRound("writes that get over a fault", ROWS, "behind the plan", {
  switchingModes: { reads: 2, refusesWrites: true },
});

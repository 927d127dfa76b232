import { FAILED_CREATES } from "./create-rows";
import { FAILED_DELETES } from "./delete-rows";
import { describeRound } from "./describe-round";
import { FAILED_UPDATES } from "./update-rows";

const ROWS = [...FAILED_CREATES, ...FAILED_UPDATES, ...FAILED_DELETES];

describeRound("writes that a fault makes fail", ROWS, "behind the plan");

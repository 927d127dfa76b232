import { describeRounds } from "./describe-rounds";
import { FAILED_CREATES } from "./failed-creates";
import { FAILED_DELETES } from "./failed-deletes";
import { FAILED_UPDATES } from "./failed-updates";

const ROWS = [...FAILED_CREATES, ...FAILED_UPDATES, ...FAILED_DELETES];

describeRounds({ "writes that a fault makes fail": ROWS }, "behind the plan");

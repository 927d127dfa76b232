import { describeRound } from "./describe-round";
import { FAILED_READS } from "./failed-reads";
import { SURVIVED_READS } from "./survived-reads";

describeRound("refreshes that get over a fault", SURVIVED_READS, "before the plan");

describeRound("refreshes that a fault makes fail", FAILED_READS, "before the plan");

import { describeRound } from "./describe-round";
import { FAILED_READS, SURVIVED_READS } from "./read-rows";

describeRound("refreshes that get over a fault", SURVIVED_READS, "before the plan");

describeRound("refreshes that a fault makes fail", FAILED_READS, "before the plan");

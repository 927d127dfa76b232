import { describeRounds } from "./describe-rounds";
import { FAILED_READS } from "./failed-reads";
import { SURVIVED_READS } from "./survived-reads";

describeRounds(
  {
    "refreshes that get over a fault": SURVIVED_READS,
    "refreshes that a fault makes fail": FAILED_READS,
  },
  "before the plan",
);

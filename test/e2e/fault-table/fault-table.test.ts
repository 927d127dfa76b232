import { describeRounds } from "./describe-rounds";
import { FAILED_READS, FAILED_WRITES } from "./failed-rows";
import { SURVIVED } from "./survived-rows";

// What Terraform itself makes of an error and of a success; all further faults are in the tests of src/reconcile, src/api
// and src/provider, and in test/conformance/recovery.
describeRounds({
  "writes that a fault makes fail": { cases: FAILED_WRITES, beginning: "behind the plan" },
  "reads and writes that get over a fault": { cases: SURVIVED, beginning: "before the plan" },
  "refreshes that a fault makes fail": { cases: FAILED_READS, beginning: "before the plan" },
});

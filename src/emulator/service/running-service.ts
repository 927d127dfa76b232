import type { EmulatorClock } from "../clock/time-keeper";
import type { FaultSwitch } from "../control/fault-switch";
import type { RequestLog } from "../http/request-log";
import type { Service } from "./handle-request";

/** What serves requests: the service with its faults, its log and its clock. */
export interface RunningService extends Service {
  readonly faults: FaultSwitch;
  readonly log: RequestLog;
  readonly clock: EmulatorClock;
  /** Lets everything happen that is due by now. */
  readonly passTime: () => void;
  /** Aborts when the service is closed. */
  readonly signal: AbortSignal;
  /** Resets everything. */
  readonly reset: () => void;
}

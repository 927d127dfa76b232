import { parseQueueId } from "../../queue/parse-queue-id";
import type { QueueIdentity } from "../../queue/queue-identity";
import type { QueueSettings } from "../../queue/settings";

/** A queue of the demonstration. */
export interface DemoQueue {
  readonly identity: QueueIdentity;
  readonly settings: QueueSettings;
  /** Pull requests on a usual working day. */
  readonly perDay: number;
  /** Pull requests that arrive in the last minutes. */
  readonly arriving: number;
  /** Trouble at the end: it was paused, or its last pull requests have failed. */
  readonly trouble: "paused" | "failing" | undefined;
}

const STATUSES = ["ci/build", "ci/test"];
const SINGLE: QueueSettings = { requiredStatuses: STATUSES };
const PARALLEL: QueueSettings = { ...SINGLE, mode: "parallel", concurrency: 4, mergeMethod: "squash" };
const BATCHING: QueueSettings = {
  ...SINGLE,
  batch: true,
  batchingMinSize: 3,
  batchingMaxWaitTimeMinutes: 10,
};

function describe(
  path: string,
  settings: QueueSettings,
  perDay: number,
  arriving: number,
  trouble?: DemoQueue["trouble"],
): DemoQueue {
  return { identity: parseQueueId(`github.com/${path}`), settings, perDay, arriving, trouble };
}

/** The queues of the demonstration: of small and large repositories, some in parallel, some with batches. */
export const DEMO_QUEUES: readonly DemoQueue[] = [
  describe("acme/web/main", PARALLEL, 24, 7),
  describe("acme/web/release/2.4", SINGLE, 2, 0),
  describe("acme/api/main", { ...PARALLEL, canOptimisticallyMerge: true, pendingFailureDepth: 1 }, 18, 5),
  describe("acme/api/release/2.4", SINGLE, 1, 0),
  describe("acme/mobile/main", BATCHING, 14, 4),
  describe("acme/mobile/develop", BATCHING, 8, 2),
  describe("acme/payments/main", SINGLE, 8, 0, "failing"),
  describe("acme/checkout/main", SINGLE, 9, 3),
  describe("acme/search/main", PARALLEL, 10, 2),
  describe("acme/identity/main", SINGLE, 5, 0, "paused"),
  describe("acme/catalog/main", PARALLEL, 9, 1),
  describe("acme/pricing/main", SINGLE, 4, 1),
  describe("acme/shipping/main", SINGLE, 5, 0),
  describe("acme/notifications/main", SINGLE, 3, 0),
  describe("acme/design-system/main", BATCHING, 6, 2),
  describe("platform/infrastructure/main", SINGLE, 7, 2),
  describe("platform/charts/main", SINGLE, 3, 0),
  describe("platform/monitoring/main", SINGLE, 3, 1),
  describe("data/pipelines/main", { ...PARALLEL, concurrency: 2 }, 7, 3),
  describe("data/models/main", SINGLE, 2, 0),
];

import type { QueueWorkload, WorkloadEstimate } from "../../../../src/foresight/workload";

/** An estimate whose interval reaches 20 % to either side. */
export function makeEstimate(value: number): WorkloadEstimate {
  return { value, low: value * 0.8, high: value * 1.2, source: "interface", conclusions: 412, days: 22 };
}

/** A complete workload of one queue. */
export function makeQueueWorkload(changes: Partial<QueueWorkload> = {}): QueueWorkload {
  return {
    queue: "github.com/acme/web/main",
    arrivalsPerHour: { ...makeEstimate(3), byHourOfWeek: [{ hourOfWeek: 9, value: 12, low: 10, high: 14 }] },
    testMinutes: { ...makeEstimate(12), censored: 3, minutes: [8, 12, 16] },
    failureRate: makeEstimate(0.05),
    flakeRate: makeEstimate(0.02),
    priorities: {
      source: "interface",
      conclusions: 412,
      days: 22,
      shares: [
        { priority: 100, value: 0.9, low: 0.85, high: 0.95 },
        { priority: 10, value: 0.1, low: 0.05, high: 0.15 },
      ],
    },
    targets: {
      source: "assumed",
      conclusions: 0,
      days: 0,
      shares: [
        { target: "api", value: 0.5, low: 0.5, high: 0.5 },
        { target: "web", value: 0.5, low: 0.5, high: 0.5 },
      ],
    },
    ciSlots: { value: 20, low: 20, high: 20, source: "assumed", conclusions: 0, days: 0 },
    conflictRate: makeEstimate(0.01),
    ...changes,
  };
}

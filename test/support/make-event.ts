import type { TrackedEvent } from "../../src/queue/tracked-event";

/** Makes an event that the interface allows. */
export function makeEvent(id: string, changes: Partial<TrackedEvent> = {}): TrackedEvent {
  return {
    id,
    chainId: "chain",
    createdAt: 1_769_846_400_000,
    finishedAt: 1_769_846_460_000,
    conclusion: "SUCCESS",
    payload: { metrics: [{ k: "seconds", v: 60 }], tags: [{ k: "os", v: "linux" }] },
    sequence: { platform: "my_ci", kind: "job", key: "build", name: "Build" },
    ...changes,
  };
}

import parsePrometheusTextFormat from "parse-prometheus-text-format";
import { parseMetrics } from "../../src/api/parse-metrics";
import type { TrackedEvent } from "../../src/queue/tracked-event";
import type { ContractSession } from "./contract-session";
import type { Face } from "./faces";

/** @param given - `isDriven`: whether the service is the suite's own, so that events may stay in it */
export function describeReportContract(
  { call, find }: ContractSession,
  { face, isDriven }: { readonly face: Pick<Face, "operations">; readonly isDriven: boolean },
): void {
  describe("metrics", () => {
    test.each(["all repositories", "one repository"])("of %s are valid Prometheus text", async (which) => {
      const { identity } = find();
      const { host, owner, name } = identity.repo;
      await call("createQueue", identity);
      const one = { repo: `${owner}/${name}`, repoHost: host };
      const text = await call("getMergeQueueMetrics", which === "one repository" ? one : {});
      // An independent parser agrees on the content.
      const read = parsePrometheusTextFormat(text);
      expect(parseMetrics(text).map((family) => [family.name, family.help])).toEqual(
        read.map((family) => [family.name, family.help]),
      );
      expect(read.flatMap(({ metrics }) => metrics)).not.toEqual([]);
    });
  });

  const testDriven = isDriven && face.operations.includes("trackEvents") ? test : test.skip;

  describe("CI events", () => {
    testDriven("R-1: an upload can be repeated (skipped where events stay or are not taken)", async () => {
      const event: TrackedEvent = {
        id: "contract-1",
        chainId: "contract-1",
        createdAt: 1_767_323_045_000,
        finishedAt: 1_767_323_046_000,
        conclusion: "SUCCESS",
        payload: { metrics: [{ k: "seconds", v: 1 }], tags: [{ k: "os", v: "linux" }] },
        sequence: { platform: "contract_ci", kind: "workflow", key: "contract", name: "Contract" },
      };
      const child: TrackedEvent = {
        ...event,
        id: "contract-2",
        parent: { eventId: event.id, sequenceKey: event.sequence.key },
      };
      const { repo } = find().identity;
      await call("trackEvents", { repo, events: [event, child] });
      await expect(call("trackEvents", { repo, events: [event, child] })).resolves.toBeDefined();
    });
  });
}

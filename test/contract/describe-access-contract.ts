import type { OperationName, OperationRequest } from "../../src/wire/first/operations";
import type { ContractSession } from "./contract-session";
import type { Face } from "./faces";

/** Authentication: every operation needs a valid token (interface, section "General"). */
export function describeAccessContract(
  { callAsStranger, codeOf, find, findOwn }: ContractSession,
  { operations }: Pick<Face, "operations">,
): void {
  describe("access", () => {
    /** Makes a request for each operation, valid except for the token. */
    function toRequests(): { readonly [Name in OperationName]: OperationRequest<Name> } {
      const { identity } = find();
      const withNumber = findOwn();
      return {
        createQueue: identity,
        getQueue: identity,
        updateQueue: { ...identity, batch: true },
        deleteQueue: identity,
        submitPullRequest: withNumber,
        cancelPullRequest: withNumber,
        restartTestsOnPullRequest: withNumber,
        getSubmittedPullRequest: withNumber,
        getSubmittedPullRequests: { ...identity, prs: [withNumber.pr] },
        listPullRequests: identity,
        getMergeQueueTestingDetails: { ...identity, testRunId: "1" },
        listMergeQueueTestingResults: { ...identity, since: "2026-01-01T00:00:00Z" },
        setImpactedTargets: { ...withNumber, impactedTargets: "ALL" },
        getMergeQueueMetrics: {},
        trackEvents: { repo: identity.repo, events: [] },
      };
    }

    test.each(operations)("%s needs a valid token", async (operation) => {
      expect(await codeOf(callAsStranger(operation, toRequests()[operation]))).toBe("unauthorized");
    });
  });
}

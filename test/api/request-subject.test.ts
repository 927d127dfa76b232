import { describeSubject, readSubject } from "../../src/api/responses/describe-failure";
import type { OperationName, OperationRequest } from "../../src/wire/first/operations";

const QUEUE = { repo: { host: "github.com", owner: "acme", name: "web" }, targetBranch: "release/1" };
const ID = 'queue "github.com/acme/web/release/1"';

describe("a request's subject", () => {
  test.each<[OperationRequest<OperationName>, string]>([
    [QUEUE, ID],
    [{ ...QUEUE, pr: { number: 0 } }, `${ID} (pull request 0)`],
    [{ ...QUEUE, pr: { branch: 'a"b' } }, `${ID} (branch "a\\"b")`],
    [{ ...QUEUE, testRunId: "run 1" }, `${ID} (test run "run 1")`],
    [{ repo: QUEUE.repo, events: [] }, 'repository "github.com/acme/web"'],
    [{ repo: "acme/web", repoHost: "github.com" }, 'repository "github.com/acme/web"'],
    [{}, "all repositories"],
  ])("of %j is %s", (request, words) => {
    expect(describeSubject(readSubject(request), JSON.stringify)).toBe(words);
  });
});

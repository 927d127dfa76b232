import { type LocalExecTask, withRemedy } from "../../../src/cli/local-exec/with-remedy";
import { type ErrorCode, MergeQueueError } from "../../../src/queue/merge-queue-error";
import { parseQueueId } from "../../../src/queue/parse-queue-id";
import { catchRejection } from "../../api/support/catch-rejection";

const TASK: LocalExecTask = { name: "create", identity: parseQueueId("github.com/acme/web/main") };

describe("withRemedy", () => {
  test.each<[ErrorCode, Partial<LocalExecTask>, string]>([
    ["outcome_unknown", {}, 'mergequeue queue get "github.com/acme/web/main".'],
    ["deadline_exceeded", {}, "To allow more time, set the prop timeouts of the queue."],
    ["create_rolled_back", {}, "Fix the cause, then apply again."],
    ["create_unproven", { address: "null_resource.main" }, 'run terraform untaint "null_resource.main" and'],
    ["queue_gone", {}, 'run terraform apply -replace="ADDRESS".'],
    ["queue_not_empty", { name: "drain" }, "Run Terraform again to continue waiting"],
    ["queue_not_empty", { name: "delete" }, 'run mergequeue queue drain "github.com/acme/web/main" --wait'],
  ])("says after %s what to do next", async (code, task, remedy) => {
    const failure = new MergeQueueError(code, "It did not work.", { status: 400 }, "why");
    const error = await catchRejection(withRemedy({ ...TASK, ...task }, () => Promise.reject(failure)));
    expect(error).toMatchObject({ code, details: { status: 400 }, cause: "why" });
    expect(error.message).toMatch(/^It did not work\. /);
    expect(error.message).toContain(remedy);
  });

  test("F-02b, F-08b: says how to adopt a queue that was found or kept, and only that", async () => {
    const fail = async (code: ErrorCode, details: object): Promise<string> => {
      const failure = new MergeQueueError(code, "It did not work.", details);
      return (await catchRejection(withRemedy(TASK, () => Promise.reject(failure)))).message;
    };
    const adopt = /^It did not work\. To adopt it .* set onExisting: "adopt" and apply again\.$/;
    expect(await fail("outcome_unknown", { record: {} })).toMatch(adopt);
    expect(await fail("create_incomplete", {})).toMatch(adopt);
    expect(await fail("create_incomplete", { record: {} })).toContain('terraform untaint "ADDRESS"');
  });

  test("does not change other errors and results", async () => {
    const failure = new MergeQueueError("forbidden", "The token may not.");
    expect(await catchRejection(withRemedy(TASK, () => Promise.reject(failure)))).toBe(failure);
    const fault = new TypeError("a fault");
    await expect(withRemedy(TASK, () => Promise.reject(fault))).rejects.toBe(fault);
    expect(await withRemedy(TASK, () => Promise.resolve(5))).toBe(5);
  });
});

import { parseQueueIds } from "../../../src/cli/export/read-queue-ids";
import { formatQueueId } from "../../../src/queue/queue-identity";
import { catchError } from "../../support/catch-error";

describe("parseQueueIds", () => {
  test("a queue that is named twice counts once, in its first spelling", () => {
    const ids = ["github.com/Acme/web/main", "github.com/acme/WEB/main", "github.com/acme/web/Main"];
    expect(parseQueueIds(ids).map(formatQueueId)).toEqual([ids[0], ids[2]]);
  });

  test("lists all invalid ids at once", () => {
    const error = catchError(() => parseQueueIds(["main", "github.com/acme/web/main", "a//b/c"]));
    expect(error).toMatchObject({
      code: "invalid_identity",
      message: expect.stringMatching(/"main" is not a queue id.*\n"a\/\/b\/c" is not a queue id/) as string,
      details: { findings: [{ path: ["0"] }, { path: ["2"] }] },
    });
  });
});

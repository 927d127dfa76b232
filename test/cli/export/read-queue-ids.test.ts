import { parseQueueIds, readQueueIds } from "../../../src/cli/export/read-queue-ids";
import { formatQueueId } from "../../../src/queue/queue-identity";
import { catchError } from "../../support/catch-error";

describe("readQueueIds", () => {
  test("a file has one id a line, comments and blank lines left out", () => {
    const text = "# ours\r\n\ngithub.com/acme/web/main  # the site\n  github.com/acme/api/fix#12\r\n#x\n";
    expect(readQueueIds(text)).toEqual(["github.com/acme/web/main", "github.com/acme/api/fix#12"]);
  });

  test("or it is a JSON array", () => {
    expect(readQueueIds(' ["a/b/c/d", "e/f/g/h"]\n')).toEqual(["a/b/c/d", "e/f/g/h"]);
  });

  test.each([
    ["", "is empty"],
    ["# nothing\n", "is empty"],
    ["[]", "is empty"],
    ["[1]", "holds 1"],
    ['["a/b/c/d"', "is not valid JSON"],
  ])("%j is refused: it %s", (text, problem) => {
    const error = catchError(() => readQueueIds(text));
    expect(error).toMatchObject({
      code: "invalid_identity",
      message: expect.stringContaining(problem) as string,
    });
  });
});

describe("parseQueueIds", () => {
  test("a queue that is named twice counts once, in the spelling that comes first", () => {
    const ids = ["github.com/Acme/web/main", "github.com/acme/WEB/main", "github.com/acme/web/Main"];
    expect(parseQueueIds(ids).map(formatQueueId)).toEqual([ids[0], ids[2]]);
  });

  test("everything that is no id is told at once", () => {
    const error = catchError(() => parseQueueIds(["main", "github.com/acme/web/main", "a//b/c"]));
    expect(error).toMatchObject({
      code: "invalid_identity",
      message: expect.stringMatching(/"main" is not a queue id.*\n"a\/\/b\/c" is not a queue id/) as string,
      details: { findings: [{ path: ["0"] }, { path: ["2"] }] },
    });
  });
});

import { importResource } from "../../../src/provider/queue-resource/import-resource";
import { decodePrivate } from "../../../src/provider/queue-resource/values/queue-private";
import { QUEUE_SCHEMA } from "../../../src/provider/queue-schema";
import type { LiveQueue } from "../../../src/reconcile/read-queue";
import { conformsTo } from "../../plugin/support/conforms-to";
import { failure } from "../../reconcile/support/steps";
import { liveQueue } from "../support/fake-reconciler";
import { NO_PRIVATE, runProvider, UNKNOWN_ADDRESS } from "../support/play-provider";
import { config } from "../support/queue-values";

const STOP = { stopSignal: AbortSignal.any([]) };
const MAIN = "github.com/acme/web/main";

/** Imports from a service. @param peek - result of the first request. @param refresh - of the second one */
function importFrom(peek: LiveQueue | Error | undefined, refresh?: LiveQueue | Error) {
  return runProvider(refresh === undefined ? { peek } : { peek, refresh }, ({ data, context }) =>
    importResource({ id: MAIN, data }, context),
  );
}

describe("importResource", () => {
  test("K-6, C-66: a queue that does not exist is an error that names it and the token", async () => {
    const gone = failure("not_found", { serverText: "no queue" });
    const { state, diagnostics } = await importFrom(undefined, gone);
    expect(state).toBeNull();
    const summary = `Queue to be imported does not exist: ${MAIN}`;
    expect(diagnostics).toMatchObject([{ severity: "error", summary }]);
    for (const part of ["queue.example.com", '("no queue")', "token from MERGEQUEUE_TOKEN"])
      expect(diagnostics[0]?.detail).toContain(part);
  });

  test.each<[string, Parameters<typeof importFrom>]>([
    ["it exists", [liveQueue()]],
    ["it has just appeared", [undefined, liveQueue()]],
    ["the service does not answer", [failure("server_error")]],
    ["the address is wrong", [undefined, failure("wrong_address")]],
  ])("K-6: where %s, the read that follows decides", async (_, found) => {
    const { state, diagnostics } = await importFrom(...found);
    expect(state).toEqual(config({ id: MAIN }));
    expect(diagnostics).toEqual([]);
  });

  test("K-6: makes a stub of the identity alone, and calls nothing while the address is not known", async () => {
    const { state, diagnostics, ...rest } = await importResource({ id: MAIN, data: UNKNOWN_ADDRESS }, STOP);
    expect(diagnostics).toEqual([]);
    expect(state).toEqual(config({ id: MAIN }));
    expect(conformsTo(state, QUEUE_SCHEMA)).toEqual([]);
    expect(decodePrivate(rest.private ?? NO_PRIVATE).isImported).toBe(true);
  });

  test("the branch may contain slashes and is brought to Unicode NFC", async () => {
    const id = "github.com/acme/web/rel/cafe\u0301";
    const { state } = await importResource({ id, data: undefined }, STOP);
    expect(state?.get("target_branch")).toBe("rel/caf\u00e9");
    expect(state?.get("id")).toBe("github.com/acme/web/rel/caf\u00e9");
  });

  test.each([
    "",
    "github.com/acme/web",
    "github.com//web/main",
    " github.com/acme/web/main",
    "https://github.com/acme/web/main",
  ])("C-66, K-6: %j is an error and imports nothing", async (id) => {
    const { state, diagnostics } = await importResource({ id, data: undefined }, STOP);
    expect(state).toBeNull();
    expect(diagnostics).toMatchObject([
      { severity: "error", summary: "Invalid import id", path: [{ attribute: "id" }] },
    ]);
    expect(diagnostics[0]?.detail).toMatch(/host\/owner\/name\/branch|write "github\.com\/acme\/web\/main"/);
  });
});

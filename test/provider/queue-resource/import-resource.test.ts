import { importResource } from "../../../src/provider/queue-resource/import-resource";
import { decodePrivate } from "../../../src/provider/queue-resource/values/queue-private";
import { QUEUE_SCHEMA } from "../../../src/provider/queue-schema";
import { conformsTo } from "../../plugin/support/conforms-to";
import { NO_PRIVATE, UNKNOWN_ADDRESS } from "../support/play-provider";
import { config } from "../support/queue-values";

describe("importResource", () => {
  test("K-6: makes a stub of the identity alone, and calls nothing", async () => {
    const {
      state,
      private: remembered,
      diagnostics,
    } = await importResource({
      id: "github.com/acme/web/main",
      data: UNKNOWN_ADDRESS,
    });
    expect(diagnostics).toEqual([]);
    expect(state).toEqual(config({ id: "github.com/acme/web/main" }));
    expect(conformsTo(state, QUEUE_SCHEMA)).toEqual([]);
    expect(decodePrivate(remembered ?? NO_PRIVATE).isImported).toBe(true);
  });

  test("the branch may contain slashes and is brought to Unicode NFC", async () => {
    const { state } = await importResource({ id: "github.com/acme/web/rel/cafe\u0301", data: undefined });
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
    const { state, diagnostics } = await importResource({ id, data: undefined });
    expect(state).toBeNull();
    expect(diagnostics).toMatchObject([
      { severity: "error", summary: "Invalid import id", path: [{ attribute: "id" }] },
    ]);
    expect(diagnostics[0]?.detail).toMatch(/host\/owner\/name\/branch|write "github\.com\/acme\/web\/main"/);
  });
});

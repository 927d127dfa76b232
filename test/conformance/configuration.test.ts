import fc from "fast-check";
import { ProviderService } from "../../src/plugin/protocol/provider-service";
import { toObjectType } from "../../src/plugin/schema/to-object-type";
import { decodeValue } from "../../src/plugin/values/decode-value";
import { TfNumber } from "../../src/plugin/values/tf-number";
import { isObjectValue, type ObjectValue, UNKNOWN } from "../../src/plugin/values/value";
import { bytes } from "../plugin/support/bytes";
import { call } from "../plugin/support/connect";
import { formatAttribute, listErrors, type TerraformSide } from "../plugin/support/terraform-side";
import { toJson } from "../plugin/support/to-json";
import { arbitraryPartlyUnknown } from "../provider/support/arbitrary-queue";
import { config, type Plain, toPlainObject } from "../provider/support/queue-values";
import { encodeMarked, MARKED_NUMBER, MARKED_TEXT, planBytes } from "./support/marked-value";
import { BuiltProvider, QUEUE, QUEUE_TYPE, type Stage, startStage } from "./support/provider-under-test";

let provider: BuiltProvider;
let stage: Stage;
let side: TerraformSide;

beforeAll(async () => {
  provider = await BuiltProvider.layOut();
  stage = await startStage(provider);
  ({ side } = stage);
});

afterAll(async () => {
  await provider.remove();
  await stage.emulator.close();
});

/** Validates, and returns each error as its path and its text. */
async function validate(object: ObjectValue): Promise<readonly (readonly [string, string])[]> {
  const diagnostics = await side.validate(QUEUE_TYPE, Object.fromEntries(object));
  return diagnostics.map((diagnostic) => [
    formatAttribute(diagnostic),
    `${diagnostic.summary}: ${diagnostic.detail}`,
  ]);
}

/** Plans the create of a configuration given as bytes, and returns the planned value. */
async function plan(encoded: Buffer): Promise<ObjectValue> {
  const { plannedState, diagnostics } = await planBytes(side, encoded);
  // The process plans one queue repeatedly, which is a warning.
  expect(listErrors(diagnostics)).toEqual([]);
  const type = toObjectType(side.findSchema(QUEUE_TYPE).attributes);
  const planned = decodeValue(plannedState?.msgpack ?? Buffer.alloc(0), type);
  if (!isObjectValue(planned)) throw new Error("nothing is planned");
  return planned;
}

describe("validation", () => {
  test("C-20: unknown values, and null for optional attributes, are valid", async () => {
    await fc.assert(
      fc.asyncProperty(arbitraryPartlyUnknown, async (given) => {
        expect(await validate(given)).toEqual([]);
      }),
      { numRuns: 100 },
    );
  });

  test("C-20: known values are checked even if others are unknown", async () => {
    const given = config({
      repo: { host: UNKNOWN, owner: "a/b", name: UNKNOWN },
      required_statuses: [UNKNOWN, ""],
      timeouts: { create: "soon", read: UNKNOWN, update: null, delete: null },
    });
    const errors = await validate(given);
    expect(errors.map(([path]) => path)).toEqual(["repo.owner", "required_statuses", "timeouts.create"]);
  });

  test.each<[string, { readonly [name: string]: Plain }]>([
    ["repo", { repo: null }],
    ["repo.name", { repo: { host: "github.com", owner: "acme", name: null } }],
    ["target_branch", { target_branch: null }],
    ["repo.host", { repo: { host: "", owner: "acme", name: "web" } }],
    ["repo.owner", { repo: { host: "github.com", owner: "ac/me", name: "web" } }],
    ["repo.name", { repo: { host: "github.com", owner: "acme", name: "we b" } }],
    ["target_branch", { target_branch: "" }],
    ["state", { state: "switching_modes" }],
    ["mode", { mode: "Parallel" }],
    ["concurrency", { concurrency: 0 }],
    ["testing_timeout_minutes", { testing_timeout_minutes: 4_294_967_296 }],
    ["batching_min_size", { batching_min_size: TfNumber.parse("1.5") }],
    ["required_statuses", { required_statuses: ["ci", ""] }],
    ["merge_method", { merge_method: "fast_forward" }],
    ["deletion_policy", { deletion_policy: "force" }],
    ["timeouts.read", { timeouts: { create: null, read: "5 minutes", update: null, delete: null } }],
  ])("C-21: an error about %s carries its path", async (path, given) => {
    const errors = await validate(config(given));
    expect(errors).toEqual([[path, expect.stringContaining(`Invalid ${path}`)]]);
  });

  test("C-21: all errors are reported at once", async () => {
    const errors = await validate(config({ target_branch: "", concurrency: -1, mode: "both" }));
    expect(errors.map(([path]) => path)).toEqual(["target_branch", "mode", "concurrency"]);
  });

  test.each(["9007199254740993", "18446744073709551616", "1e999", "0.1"])(
    "C-12: %s is refused, and the error shows it as written",
    async (text) => {
      const errors = await validate(config({ concurrency: TfNumber.parse(text) }));
      expect(errors).toEqual([["concurrency", expect.stringContaining(text)]]);
      expect(errors[0]?.[1]).toContain("a whole number (pull requests or batches) from 1 to 4294967295");
    },
  );

  test("C-10: a configuration in JSON is read as well", async () => {
    const type = toObjectType(side.findSchema(QUEUE_TYPE).attributes);
    const json = Buffer.from(toJson(config({ concurrency: 0 }), type));
    const { diagnostics } = await call(side.client, ProviderService.validateResourceConfig, {
      typeName: QUEUE_TYPE,
      config: { msgpack: Buffer.alloc(0), json },
      clientCapabilities: { deferralAllowed: false, writeOnlyAttributesAllowed: true },
    });
    expect(diagnostics.map(formatAttribute)).toEqual(["concurrency"]);
  });
});

describe("values on the wire", () => {
  test.each([
    ["the plain one", "d4 00 00"],
    ["a refined one with a prefix", "c7 0c 0c 82 01 c2 02 a7 'prefix-'"],
    ["a refined one that is not null", "c7 03 0c 81 01 c2"],
    ["one of an unknown code", "d5 4d 00 00"],
    ["one of 16 bits of length", "c8 00 01 0c 80"],
    ["one of 32 bits of length", "c9 00 00 00 01 0c 80"],
  ])("C-11: an unknown value, %s, is valid and stays unknown in the plan", async (_form, notation) => {
    const encoded = encodeMarked(side, config({ target_branch: MARKED_TEXT }), bytes(notation));
    const { diagnostics } = await call(side.client, ProviderService.validateResourceConfig, {
      typeName: QUEUE_TYPE,
      config: { msgpack: encoded, json: Buffer.alloc(0) },
      clientCapabilities: { deferralAllowed: false, writeOnlyAttributesAllowed: true },
    });
    expect(diagnostics).toEqual([]);
    expect(toPlainObject(await plan(encoded))).toMatchObject({ target_branch: "?", id: "?" });
  });

  test("C-11: a refined unknown number stays unknown in the plan", async () => {
    const notation = "c7 07 0c 82 03 92 01 c3 01 c2";
    const encoded = encodeMarked(side, config({ concurrency: MARKED_NUMBER }), bytes(notation));
    expect(toPlainObject(await plan(encoded))).toMatchObject({ concurrency: "?", target_branch: "main" });
  });

  test.each([
    ["a small integer", "07", "7"],
    ["an integer of 8 bytes", "cf 00 00 00 00 00 00 00 07", "7"],
    ["a float", "cb 40 1c 00 00 00 00 00 00", "7"],
    ["text", "a1 '7'", "7"],
    ["text with a fraction", "a3 '7.0'", "7"],
    ["an integer beyond 53 bits", "cf 00 20 00 00 00 00 00 01", "9007199254740993"],
    ["text beyond 64 bits", "b4 '18446744073709551616'", "18446744073709551616"],
  ])("C-12: a number that comes as %s is planned to the last bit", async (_form, notation, text) => {
    const encoded = encodeMarked(side, config({ concurrency: MARKED_NUMBER }), bytes(notation));
    const { concurrency } = Object.fromEntries(await plan(encoded));
    expect(concurrency).toEqual(TfNumber.parse(text));
  });

  test.each([
    ["a float", "cb 40 1c 00 00 00 00 00 00"],
    ["text", "a1 '7'"],
  ])("C-12: a number that came as %s reaches the service as a number", async (_form, notation) => {
    const encoded = encodeMarked(side, config({ concurrency: MARKED_NUMBER }), bytes(notation));
    const { plannedState } = await planBytes(side, encoded);
    const { diagnostics } = await call(side.client, ProviderService.applyResourceChange, {
      typeName: QUEUE_TYPE,
      priorState: { msgpack: Buffer.from([0xc0]), json: Buffer.alloc(0) },
      plannedState,
      config: { msgpack: encoded, json: Buffer.alloc(0) },
      plannedPrivate: Buffer.alloc(0),
      plannedIdentity: undefined,
    });
    expect(diagnostics).toEqual([]);
    expect(stage.emulator.requests.at(-1)?.operation).toBe("getQueue");
    expect(stage.emulator.findQueue(QUEUE)?.settings.concurrency).toBe(7);
    stage.emulator.engine.apply({ type: "deleteQueue", identity: QUEUE });
  });

  test("C-14: the two ways to write é are one branch, which the service gets composed", async () => {
    const resource = stage.createResource();
    const decomposed = config({ target_branch: "re\u0301lease", required_statuses: ["e\u0301"] });
    const change = await resource.plan(decomposed);
    await expect(resource.apply(change, decomposed)).resolves.toEqual([]);
    const identity = { ...QUEUE, targetBranch: "r\u00e9lease" };
    const queue = stage.emulator.engine.tryFindQueue(identity);
    expect(queue?.identity.targetBranch).toBe("r\u00e9lease");
    expect(queue?.requiredStatuses).toEqual(["\u00e9"]);
    await resource.refresh();
    expect((await resource.plan(decomposed)).action).toBe("no-op");
    expect((await resource.plan(config({ target_branch: "r\u00e9lease" }))).action).toBe("update");
  });
});

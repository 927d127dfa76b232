import { BinaryReader } from "@bufbuild/protobuf/wire";
import { encodeValue } from "../../src/plugin/msgpack-codec";
import { toObjectType } from "../../src/plugin/to-object-type";
import { type ObjectValue, UNKNOWN } from "../../src/plugin/value";
import { call } from "../plugin/support/connect";
import { type Method, ProviderService } from "../plugin/support/services";
import { config, type Plain, toPlainObject } from "../provider/support/queue-values";
import { CoreResource } from "./support/core-resource";
import { configure, onStage, provider, QUEUE_TYPE, stage } from "./support/provider-under-test";

const NO_BYTES = Buffer.alloc(0);

let resource: CoreResource;
onStage({ inheritedStatuses: ["inherited"] });

beforeEach(() => {
  resource = stage.createResource();
});

afterEach(async () => {
  // Terraform configures the provider for each plan and each apply.
  await configure(stage.side, stage.emulator);
  await resource.apply(await resource.plan(null), null);
});

type Attributes = { readonly [name: string]: Plain };

describe("private state of an earlier plan", () => {
  const MANAGED = { concurrency: 3, required_statuses: ["ci"] };

  test.each<[string, Attributes | null, Attributes]>([
    ["a create", null, MANAGED],
    ["an update", MANAGED, { ...MANAGED, concurrency: 4 }],
    ["the release of required statuses", MANAGED, { concurrency: 3 }],
    ["a replacement", MANAGED, { ...MANAGED, target_branch: "next" }],
  ])(
    "C-37: %s that was planned in one process is planned and applied the same in another",
    async (_, before, after) => {
      if (before !== null) {
        const first = config(before);
        expect(await resource.apply(await resource.plan(first), first)).toEqual([]);
      }
      const change = await resource.plan(config(after));
      const other = await provider.start();
      await configure(other, stage.emulator);
      const elsewhere = new CoreResource(other, QUEUE_TYPE);
      // What Terraform keeps in files; the private state of the first plan it drops.
      elsewhere.state = resource.state;
      elsewhere.private = resource.private;

      expect(await elsewhere.apply({ ...change, plannedPrivate: NO_BYTES }, config(after))).toEqual([]);

      resource = elsewhere;
      const expected = { required_statuses: ["inherited"], ...after };
      expect(toPlainObject(elsewhere.state ?? new Map())).toMatchObject(expected);
      await expect(elsewhere.plan(config(after))).resolves.toMatchObject({ action: "no-op" });
    },
  );

  test.each<[string, Plain | typeof UNKNOWN]>([
    ["known", "main"],
    ["unknown", UNKNOWN],
  ])(
    "C-37: the second plan of a replacement is the same without the first one's, with a branch that is %s",
    async (_, branch) => {
      const first = config({ ...MANAGED, target_branch: "before" });
      expect(await resource.apply(await resource.plan(first), first)).toEqual([]);
      const wanted = config({ concurrency: 3, target_branch: branch });
      const { plannedPrivate } = await stage.side.plan(QUEUE_TYPE, {
        prior: resource.state,
        config: wanted,
        priorPrivate: resource.private,
      });
      const [a, b] = await Promise.all(
        [plannedPrivate, NO_BYTES].map((priorPrivate) =>
          stage.side.plan(QUEUE_TYPE, { config: wanted, priorPrivate }),
        ),
      );
      expect(a?.planned).toEqual(b?.planned);
      expect(a?.requiresReplace).toEqual(b?.requiresReplace);
    },
  );
});

/** Calls a method; returns the numbers of all fields of the response on the wire, even unknown ones. */
async function listFields<Request, Response>(
  method: Method<Request, Response>,
  request: Request,
): Promise<number[]> {
  const bytes = await call(stage.side.client, { ...method, responseDeserialize: (raw) => raw }, request);
  const reader = new BinaryReader(bytes);
  const fields = new Set<number>();
  while (reader.pos < reader.len) {
    const [field, wireType] = reader.tag();
    fields.add(field);
    reader.skip(wireType);
  }
  return [...fields].sort((a, b) => a - b);
}

function encode(value: ObjectValue): { msgpack: Buffer; json: Buffer } {
  const type = toObjectType(stage.side.findSchema(QUEUE_TYPE).attributes);
  return { msgpack: Buffer.from(encodeValue(value, type)), json: NO_BYTES };
}

test("C-39: a plan has a planned state and is not deferred, even if the queue is unknown", async () => {
  const wanted = encode(config({ repo: UNKNOWN, target_branch: UNKNOWN }));
  const fields = await listFields(ProviderService.planResourceChange, {
    typeName: QUEUE_TYPE,
    config: wanted,
    proposedNewState: wanted,
    priorState: { msgpack: Buffer.from([0xc0]), json: NO_BYTES },
    priorPrivate: NO_BYTES,
  });
  expect(fields).toContain(1);
  // `deferred` is field 6 of this response.
  expect(fields).not.toContain(6);
});

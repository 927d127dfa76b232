import { ProviderService } from "../../src/plugin/protocol/services";
import { toObjectType } from "../../src/plugin/schema/to-object-type";
import { encodeValue } from "../../src/plugin/values/encode-value";
import type { ObjectValue } from "../../src/plugin/values/value";
import { call, type Method } from "../plugin/support/connect";
import { config, state } from "../provider/support/queue-values";
import { planBytes } from "./support/marked-value";
import { BuiltProvider, putQueue, QUEUE_TYPE, type Stage, startStage } from "./support/provider-under-test";

let provider: BuiltProvider;
let stage: Stage;

beforeAll(async () => {
  provider = await BuiltProvider.layOut();
  stage = await startStage(provider);
});

afterAll(async () => {
  await provider.remove();
  await stage.emulator.close();
});

function encode(object: ObjectValue): Buffer {
  return Buffer.from(encodeValue(object, toObjectType(stage.side.findSchema(QUEUE_TYPE).attributes)));
}

describe("identity, as Terraform knows it since 1.12", () => {
  test.each(["GetResourceIdentitySchemas", "UpgradeResourceIdentity"])(
    "C-06, C-07: no type declares one, so that %s is not implemented",
    async (name) => {
      const method: Method<Buffer, Buffer> = {
        path: `/tfplugin6.Provider/${name}`,
        requestSerialize: (bytes) => bytes,
        responseDeserialize: (bytes) => bytes,
      };
      await expect(call(stage.side.client, method, Buffer.alloc(0))).rejects.toMatchObject({ code: 12 });
    },
  );

  test("C-07: no response about a queue contains one", async () => {
    const { client } = stage.side;
    putQueue(stage.emulator);
    const msgpack = encode(state({}));
    const plan = await planBytes(stage.side, encode(config()));
    const read = await call(client, ProviderService.readResource, {
      typeName: QUEUE_TYPE,
      currentState: { msgpack, json: Buffer.alloc(0) },
      private: Buffer.alloc(0),
      clientCapabilities: undefined,
    });
    const imported = await call(client, ProviderService.importResourceState, {
      typeName: QUEUE_TYPE,
      id: "github.com/acme/web/main",
      clientCapabilities: undefined,
    });
    const applied = await call(client, ProviderService.applyResourceChange, {
      typeName: QUEUE_TYPE,
      priorState: { msgpack, json: Buffer.alloc(0) },
      plannedState: { msgpack, json: Buffer.alloc(0) },
      config: { msgpack: encode(config()), json: Buffer.alloc(0) },
      plannedPrivate: Buffer.alloc(0),
    });
    const [resource = {}] = imported.importedResources;
    for (const response of [plan, read, resource, applied]) {
      expect(Object.keys(response)).toContain("private" in response ? "private" : "plannedPrivate");
      expect(Object.keys(response).filter((field) => /identity/i.test(field))).toEqual([]);
    }
  });
});

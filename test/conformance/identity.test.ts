import { decodeValue, encodeValue } from "../../src/plugin/msgpack-codec";
import type {
  ImportResourceState_Response,
  ResourceIdentityData,
} from "../../src/plugin/protocol/tfplugin6.generated";
import { toObjectType } from "../../src/plugin/to-object-type";
import { type ObjectValue, UNKNOWN, type Value } from "../../src/plugin/value";
import { RESOURCE_IDENTITY } from "../../src/provider/queue-resource/import-resource";
import { call } from "../plugin/support/connect";
import { ProviderService } from "../plugin/support/services";
import { config, state } from "../provider/support/queue-values";
import { callService } from "../support/call-service";
import { onStage, putQueue, QUEUE_TYPE, stage } from "./support/provider-under-test";

onStage();

function encode(object: ObjectValue): Buffer {
  return Buffer.from(encodeValue(object, toObjectType(stage.side.findSchema(QUEUE_TYPE).attributes)));
}

const TYPE = toObjectType(RESOURCE_IDENTITY.attributes);

function decodeIdentity(data: ResourceIdentityData | undefined): unknown {
  const msgpack = data?.identityData?.msgpack;
  return msgpack === undefined ? undefined : Object.fromEntries(decodeValue(msgpack, TYPE) as ObjectValue);
}

function identify(parts: { readonly [name: string]: Value }): ResourceIdentityData {
  const identity = new Map(Object.entries({ ...MAIN, ...parts }));
  return { identityData: dynamic(Buffer.from(encodeValue(identity, TYPE))) };
}

function dynamic(msgpack: Buffer): { readonly msgpack: Buffer; readonly json: Buffer } {
  return { msgpack, json: Buffer.alloc(0) };
}

const MAIN = { host: "github.com", owner: "acme", name: "web", target_branch: "main" };
const NO_BYTES = Buffer.alloc(0);
const NULL = dynamic(Buffer.from([0xc0]));

describe("identity, as Terraform knows it since 1.12", () => {
  test("C-07: a queue is identified by host, owner, name and branch, which an import needs", async () => {
    const { identitySchemas, diagnostics } = await call(
      stage.side.client,
      ProviderService.getResourceIdentitySchemas,
      {},
    );
    expect(diagnostics).toEqual([]);
    expect([...identitySchemas.keys()]).toEqual([QUEUE_TYPE]);
    const { version, identityAttributes = [] } = identitySchemas.get(QUEUE_TYPE) ?? {};
    expect(version).toBe(0n);
    expect(identityAttributes.map(({ name, type }) => [name, type.toString()])).toEqual(
      Object.keys(MAIN).map((name) => [name, '"string"']),
    );
    expect(identityAttributes.every(({ requiredForImport }) => requiredForImport)).toBe(true);
  });

  test("C-07: plan, apply, read and import show the identity of the state, in its spelling", async () => {
    const { client } = stage.side;
    putQueue(stage.emulator);
    const spelled = { repo: { host: "GitHub.com", owner: "acme", name: "Web" } };
    const wanted = dynamic(encode(config(spelled)));
    const prior = dynamic(encode(state(spelled)));
    const request = { typeName: QUEUE_TYPE };
    const identity = { ...MAIN, host: "GitHub.com", name: "Web" };

    const plan = await call(client, ProviderService.planResourceChange, {
      ...request,
      priorState: prior,
      proposedNewState: wanted,
      config: dynamic(encode(config())),
      priorPrivate: NO_BYTES,
    });
    const applied = await call(client, ProviderService.applyResourceChange, {
      ...request,
      priorState: prior,
      plannedState: prior,
      config: wanted,
      plannedPrivate: NO_BYTES,
      plannedIdentity: identify(identity),
    });
    const read = await call(client, ProviderService.readResource, {
      ...request,
      currentState: prior,
      private: NO_BYTES,
      currentIdentity: identify(identity),
    });
    const imported = await call(client, ProviderService.importResourceState, {
      ...request,
      id: "GitHub.com/acme/Web/main",
      identity: undefined,
    });

    const identities = [
      plan.plannedIdentity,
      applied.newIdentity,
      read.newIdentity,
      imported.importedResources[0]?.identity,
    ];
    expect(identities.map(decodeIdentity)).toEqual([identity, identity, identity, identity]);
  });

  test("C-07: a plan whose queue is not known yet has no identity", async () => {
    const wanted = dynamic(encode(config({ target_branch: UNKNOWN })));
    const plan = await call(stage.side.client, ProviderService.planResourceChange, {
      typeName: QUEUE_TYPE,
      priorState: NULL,
      proposedNewState: wanted,
      config: wanted,
      priorPrivate: NO_BYTES,
    });
    expect(plan.diagnostics).toEqual([]);
    expect(plan.plannedIdentity).toBeUndefined();
  });

  test("K-6: an import by identity is the import by id; the branch is brought to Unicode NFC", async () => {
    const repo = { host: "github.com", owner: "acme", name: "web" };
    await callService(stage.emulator, "createQueue", { repo, targetBranch: "rel/caf\u00e9" });
    const [byIdentity, byId] = await Promise.all([
      importQueue({ identity: identify({ target_branch: "rel/cafe\u0301" }) }),
      importQueue({ id: "github.com/acme/web/rel/caf\u00e9" }),
    ]);
    expect(byIdentity.diagnostics).toEqual([]);
    const [first, second] = [byIdentity, byId].map(({ importedResources: [imported] }) => imported);
    // Only the objects' names in private state differ.
    expect({ ...first, private: NO_BYTES }).toEqual({ ...second, private: NO_BYTES });
    expect(first?.private).not.toEqual(second?.private);
  });

  test("C-66: an import by an empty identity names the parts of the identity, not id", async () => {
    const { diagnostics } = await importQueue({ identity: { identityData: NULL } });
    expect(diagnostics.map(({ summary }) => summary)).toEqual(["Invalid import identity"]);
    expect(diagnostics[0]?.attribute).toBeUndefined();
    expect(diagnostics[0]?.detail).toMatch(/host must not be empty.*target branch must not be empty/s);
  });

  test("C-07: a state whose identity names another queue than its attributes is refused, and not replaced", async () => {
    const { client } = stage.side;
    const prior = dynamic(encode(state()));
    const other = identify({ name: "api" });
    const read = await call(client, ProviderService.readResource, {
      typeName: QUEUE_TYPE,
      currentState: prior,
      private: NO_BYTES,
      currentIdentity: other,
    });
    expect(read.diagnostics.map(({ summary }) => summary)).toEqual(["State contradicts itself"]);
    expect(read.diagnostics[0]?.detail).toMatch(/"name":"api".*"name":"web"/);
    expect(decodeIdentity(read.newIdentity)).toEqual({ ...MAIN, name: "api" });
    // Another spelling is the same queue.
    const same = await call(client, ProviderService.readResource, {
      typeName: QUEUE_TYPE,
      currentState: prior,
      private: NO_BYTES,
      currentIdentity: identify({ owner: "ACME" }),
    });
    expect(same.diagnostics).toEqual([]);
  });

  test("C-62: a stored identity of this version stays as it is; one of another version is refused", async () => {
    const upgrade = (version: bigint) =>
      call(stage.side.client, ProviderService.upgradeResourceIdentity, {
        typeName: QUEUE_TYPE,
        version,
        rawIdentity: { json: Buffer.from(JSON.stringify(MAIN)) },
      });
    expect(decodeIdentity((await upgrade(0n)).upgradedIdentity)).toEqual(MAIN);
    const refused = await upgrade(1n);
    expect(refused.upgradedIdentity).toBeUndefined();
    expect(refused.diagnostics[0]?.detail).toContain("a newer version of the provider wrote it");
    expect(refused.diagnostics[0]?.detail).not.toContain("bug");
  });
});

function importQueue(target: {
  readonly id?: string;
  readonly identity?: ResourceIdentityData;
}): Promise<ImportResourceState_Response> {
  return call(stage.side.client, ProviderService.importResourceState, {
    typeName: QUEUE_TYPE,
    id: target.id ?? "",
    identity: target.identity,
  });
}

import type { ClientReadableStream } from "@grpc/grpc-js";
import { decodeValue } from "../../../src/plugin/msgpack-codec";
import type { Diagnostic, ListResource_Event } from "../../../src/plugin/protocol/tfplugin6.generated";
import type { ObjectValue, Value } from "../../../src/plugin/value";
import { call } from "./connect";
import { decode, encodeGiven, type Given } from "./encode-object";
import { ProviderService } from "./services";
import { find, listErrors, type TerraformSide } from "./terraform-side";

/** What Terraform makes of an event. */
export interface ListedObject {
  readonly displayName: string;
  readonly identity: Value;
  /** Null unless it was asked for. */
  readonly state: ObjectValue | null;
}

export interface ListOptions {
  /** Default: 100, as Terraform's. */
  readonly limit?: number;
  /** Default: false. */
  readonly includesResource?: boolean;
}

export interface ListResult {
  readonly objects: readonly ListedObject[];
  readonly diagnostics: readonly Diagnostic[];
}

export async function validateList(
  side: TerraformSide,
  typeName: string,
  given: Given,
): Promise<readonly Diagnostic[]> {
  const response = await call(side.client, ProviderService.validateListResourceConfig, {
    typeName,
    config: encodeConfig(side, typeName, given),
    includeResourceObject: undefined,
    limit: undefined,
  });
  return response.diagnostics;
}

/** Begins a list, without reading anything. */
export function openList(
  side: TerraformSide,
  typeName: string,
  given: Given,
  { limit = 100, includesResource = false }: ListOptions = {},
): ClientReadableStream<ListResource_Event> {
  const { path, requestSerialize, responseDeserialize } = ProviderService.listResource;
  const config = encodeConfig(side, typeName, given);
  const stream = side.client.makeServerStreamRequest(path, requestSerialize, responseDeserialize, {
    typeName,
    config,
    includeResourceObject: includesResource,
    limit: BigInt(limit),
  });
  // A stream that the client leaves ends with the error CANCELLED.
  stream.on("error", () => undefined);
  return stream;
}

/**
 * Lists objects as Terraform 1.14 does, which leaves at its limit and at the first error.
 * @throws Error in core's words if an event has neither an identity nor diagnostics
 */
export async function listObjects(
  side: TerraformSide,
  typeName: string,
  given: Given,
  options: ListOptions = {},
): Promise<ListResult> {
  const schema = side.findSchema(typeName);
  const identities = await call(side.client, ProviderService.getResourceIdentitySchemas, {});
  const attributes = identities.identitySchemas.get(typeName)?.identityAttributes ?? [];
  const type = { object: Object.fromEntries(attributes.map(({ name }) => [name, "string" as const])) };
  const objects: ListedObject[] = [];
  const diagnostics: Diagnostic[] = [];
  const stream = openList(side, typeName, given, options);
  for await (const event of stream as AsyncIterable<ListResource_Event>) {
    diagnostics.push(...event.diagnostic);
    if (listErrors(diagnostics).length > 0) break;
    const identity = event.identity?.identityData;
    if (identity === undefined) {
      if (diagnostics.length > 0) continue;
      throw new Error(`missing identity data in ListResource event for ${typeName}`);
    }
    objects.push({
      displayName: event.displayName,
      identity: decodeValue(identity.msgpack, type),
      state: decode(event.resourceObject, schema),
    });
    if (objects.length >= (options.limit ?? 100)) break;
  }
  stream.cancel();
  return { objects, diagnostics };
}

function encodeConfig(side: TerraformSide, typeName: string, given: Given): ReturnType<typeof encodeGiven> {
  return encodeGiven(given, find(side.listSchemas, typeName, "list of"));
}

import { ProviderService } from "../../../src/plugin/protocol/provider-service";
import { type PlanResourceChange_Response } from "../../../src/plugin/protocol/tfplugin6.generated";
import { toObjectType } from "../../../src/plugin/schema/to-object-type";
import { encodeValue } from "../../../src/plugin/values/encode-value";
import { TfNumber } from "../../../src/plugin/values/tf-number";
import type { ObjectValue } from "../../../src/plugin/values/value";
import { call } from "../../plugin/support/connect";
import type { TerraformSide } from "../../plugin/support/terraform-side";
import { QUEUE_TYPE } from "./provider-under-test";

/** Marks a string attribute whose bytes are replaced. */
export const MARKED_TEXT = "marked-text";

/** Marks a number attribute whose bytes are replaced; it exceeds 64 bits, so it is sent as text. */
export const MARKED_NUMBER = TfNumber.parse("123456789.123456789");

/** Encodes an object, with these bytes in place of its marked value. */
export function encodeMarked(side: TerraformSide, object: ObjectValue, bytes: Uint8Array): Buffer {
  const encoded = Buffer.from(encodeValue(object, toObjectType(side.findSchema(QUEUE_TYPE).attributes)));
  for (const mark of [MARKED_TEXT, MARKED_NUMBER.text]) {
    // A short text is its length and its bytes.
    const marked = Buffer.concat([Buffer.from([0xa0 + mark.length]), Buffer.from(mark)]);
    const at = encoded.indexOf(marked);
    if (at !== -1) {
      return Buffer.concat([encoded.subarray(0, at), bytes, encoded.subarray(at + marked.length)]);
    }
  }
  throw new Error("nothing is marked");
}

/** Asks for the plan of a create, with a configuration as bytes. */
export async function planBytes(side: TerraformSide, config: Buffer): Promise<PlanResourceChange_Response> {
  const value = { msgpack: config, json: Buffer.alloc(0) };
  return call(side.client, ProviderService.planResourceChange, {
    typeName: QUEUE_TYPE,
    priorState: { msgpack: Buffer.from([0xc0]), json: Buffer.alloc(0) },
    proposedNewState: value,
    config: value,
    priorPrivate: Buffer.alloc(0),
    clientCapabilities: { deferralAllowed: false, writeOnlyAttributesAllowed: true },
  });
}

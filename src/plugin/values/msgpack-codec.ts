import { type DecoderOptions, type EncoderOptions, ExtData, type ExtensionCodecType } from "@msgpack/msgpack";
import { MAX_DEPTH, UNKNOWN, UnknownValue } from "./value";

/**
 * Any extension code means unknown (rule C-11): Terraform sends 12 for unknown values with known properties, and others
 * may follow. We send code 0, the plain unknown.
 */
const extensionCodec: ExtensionCodecType<undefined> = {
  tryToEncode: (object) => (object instanceof UnknownValue ? new ExtData(0, new Uint8Array(1)) : null),
  decode: () => UNKNOWN,
};

/** Options of the MessagePack library for Terraform's values. */
export const MSGPACK_OPTIONS = {
  extensionCodec,
  // 64-bit integers keep their last bit (rule C-12).
  useBigInt64: true,
  // A dynamic value adds a level.
  maxDepth: 2 * MAX_DEPTH + 2,
} as const satisfies EncoderOptions & DecoderOptions;

/** Size of the buffer that an idle encoder or decoder may keep, in bytes. */
export const MAX_KEPT_BYTES = 1024 * 1024;

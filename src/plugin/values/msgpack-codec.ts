import type { DecoderOptions, EncoderOptions, ExtensionCodecType } from "@msgpack/msgpack";
import { ExtData } from "@msgpack/msgpack";
import { MAX_DEPTH } from "./max-depth";
import { UNKNOWN, UnknownValue } from "./value";

/**
 * Any extension code means unknown (rule C-11): Terraform sends 12 for unknown values of which it knows
 * something, and others may come. We answer with code 0, the plain unknown.
 */
const extensionCodec: ExtensionCodecType<undefined> = {
  tryToEncode: (object) => (object instanceof UnknownValue ? new ExtData(0, new Uint8Array(1)) : null),
  decode: () => UNKNOWN,
};

/** How the MessagePack library is to write and read Terraform's values. */
export const MSGPACK_OPTIONS = {
  extensionCodec,
  // 64-bit integers keep their last bit (rule C-12).
  useBigInt64: true,
  // A dynamic value adds a level of its own.
  maxDepth: 2 * MAX_DEPTH + 2,
} as const satisfies EncoderOptions & DecoderOptions;

/** Bytes that an encoder or decoder may keep when it has done its work. */
export const MAX_KEPT_BYTES = 1024 * 1024;

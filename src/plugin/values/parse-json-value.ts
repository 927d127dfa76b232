import { isUtf8 } from "node:buffer";
import { parseJson as parseExactly } from "../../text/parse-json";
import { TfNumber } from "./tf-number";
import { MAX_DEPTH } from "./value";
import { ValueError } from "./value-error";

/** Parsed JSON. Objects have no prototype; numbers keep every digit. */
export type JsonValue =
  | null
  | boolean
  | string
  | TfNumber
  | readonly JsonValue[]
  | { readonly [key: string]: JsonValue };

type JsonObject = { readonly [key: string]: JsonValue };

/**
 * Parses JSON into values of this folder. Of equal keys the last wins.
 * @param input - text, or its UTF-8 bytes; nested at most {@link MAX_DEPTH} deep
 * @throws ValueError with an empty path and the offset of the fault; also for the key `__proto__`
 */
export function parseJsonValue(input: string | Uint8Array): JsonValue {
  const text = typeof input === "string" ? input : decodeUtf8(input);
  return parseExactly<TfNumber, JsonObject>(text, MAKERS, MAX_DEPTH);
}

const MAKERS = {
  number: (text: string) => TfNumber.tryParse(text),
  object: (fields: readonly (readonly [string, JsonValue])[]) => {
    const object = Object.create(null) as Record<string, JsonValue>;
    for (const [key, value] of fields) object[key] = value;
    return object;
  },
  error: (offset: number, problem: string) =>
    new ValueError([], `The JSON text is malformed at offset ${offset}: ${problem}.`),
};

function decodeUtf8(bytes: Uint8Array): string {
  if (!isUtf8(bytes)) throw new ValueError([], "The JSON text is not valid UTF-8.");
  return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString();
}

import { invalid } from "../expression-error";
import { parseJson } from "../json/parse-json";
import { toJsonValue } from "../json/to-json-value";
import { writeJson } from "../json/write-json";
import { defineFunction } from "./define-function";
import { takeText } from "./take-argument";

/** Functions of JSON and base64. */
export const ENCODING_FUNCTIONS = [
  defineFunction("jsonencode", 1, ([value]) => writeJson(value ?? null)),
  defineFunction("jsondecode", 1, ([text]) => toJsonValue(parseJson(takeText(text)))),
  defineFunction("base64encode", 1, ([text]) => encodeBase64(takeText(text))),
  defineFunction("base64decode", 1, ([text]) => decodeBase64(takeText(text))),
];

function encodeBase64(text: string): string {
  const bytes = new TextEncoder().encode(text);
  let binary = "";
  for (const byte of bytes) binary += String.fromCharCode(byte);
  return btoa(binary);
}

function decodeBase64(text: string): string {
  if (text.length % 4 !== 0 || !/^[A-Za-z0-9+/]*={0,2}$/.test(text)) throw invalid("the text is not base64");
  const bytes = Uint8Array.from(atob(text), (character) => character.charCodeAt(0));
  try {
    return new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(bytes).normalize("NFC");
  } catch {
    throw invalid("what is decoded is no text");
  }
}

import { type ErrorCode, type ErrorDetails, MergeQueueError } from "../../queue/merge-queue-error";
import { quote } from "../../text/quote";

/** A kind of list: how it is read, and the words for its messages. */
export interface TextListKind {
  /** The subject of a sentence: `The list of queues`. */
  readonly name: string;
  /** How to write one, as sentences. */
  readonly advice: string;
  readonly code: ErrorCode;
  readonly details?: ErrorDetails;
  /** Removes what is not part of a line's text. Default: nothing but white space. */
  readonly stripLine?: (line: string) => string;
  /** Whether `[]` is a list. An empty file never is: a program that fails leaves one. Default: no. */
  readonly mayBeEmpty?: boolean;
}

/**
 * Reads a list of texts: a JSON array of strings, or one text a line. Empty texts are left out.
 * @throws MergeQueueError with the kind's code if the text is not such a list
 */
export function readTextList(text: string, kind: TextListKind): readonly string[] {
  const fail = (problem: string, cause?: unknown): MergeQueueError =>
    new MergeQueueError(kind.code, `${kind.name} ${problem}. ${kind.advice}`, kind.details ?? {}, cause);
  const isJson = text.trimStart().startsWith("[");
  const { stripLine = (line: string) => line } = kind;
  const texts = isJson ? parseArray(text, fail) : text.split("\n").map((line) => stripLine(line).trim());
  const given = texts.filter((each) => each !== "");
  if (given.length > 0 || (isJson && kind.mayBeEmpty === true)) return given;
  throw fail("is empty");
}

function parseArray(text: string, fail: (problem: string, cause?: unknown) => Error): readonly string[] {
  let values: readonly unknown[];
  try {
    values = JSON.parse(text) as readonly unknown[];
  } catch (error) {
    throw fail('begins with "[" but is not valid JSON', error);
  }
  return values.map((value) => {
    if (typeof value === "string") return value;
    throw fail(`contains ${quote(value)}, which is not a string`);
  });
}

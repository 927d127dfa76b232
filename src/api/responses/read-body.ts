import { SETTING_NAMES } from "../../queue/settings";
import type { Operation } from "../operations/operation";
import { isDeeperThan, MAX_JSON_DEPTH } from "../schemas/is-deeper-than";
import type { HttpAnswer } from "../transport/exchange";
import { redactAnswer } from "./redact-answer";

/** What the body of a 2xx answer turned out to be. */
export type Body<Response> =
  | { readonly kind: "value"; readonly value: Response }
  /** A page for people: no service of this interface answers one. */
  | { readonly kind: "foreign" }
  /** JSON that ends in the middle, which a connection that closes early leaves without any error. */
  | { readonly kind: "truncated" }
  /** Something whole that is not what the interface says. */
  | { readonly kind: "mismatch"; readonly problem: string; readonly field?: string };

/** Operations that answer settings of a queue. */
const QUEUE_OPERATIONS: ReadonlySet<string> = new Set(["getQueue", "updateQueue"]);

/**
 * Reads the body of a 2xx answer with the operation's schema (promises F-07, F-19, F-20).
 * @param redact - takes the token out of a string: a service may repeat it in what is kept (promise S-01)
 */
export function readBody<Response>(
  operation: Pick<Operation<string, never, Response>, "name" | "responseSchema" | "responseFormat">,
  answer: HttpAnswer,
  redact: (text: string) => string,
): Body<Response> {
  if (isPage(answer)) return { kind: "foreign" };
  let content: unknown = answer.text;
  try {
    if (operation.responseFormat !== "text") content = JSON.parse(answer.text);
  } catch {
    if (operation.responseFormat === "json") {
      // What begins like JSON and cannot be parsed was cut off; so was, in all likelihood, nothing at all.
      if (/^\s*([[{]|$)/.test(answer.text)) return { kind: "truncated" };
      return { kind: "mismatch", problem: "it is not JSON" };
    }
  }
  if (isDeeperThan(content, MAX_JSON_DEPTH)) {
    return { kind: "mismatch", problem: `it is nested deeper than ${MAX_JSON_DEPTH} levels` };
  }
  // As an escape, a character of the token would not be recognised before the answer is parsed.
  if (answer.text.includes("\\u") || redact(answer.text) !== answer.text) {
    const redacted = redactAnswer(content, redact);
    const field = QUEUE_OPERATIONS.has(operation.name)
      ? SETTING_NAMES.find((name) => redacted.fields.has(name))
      : undefined;
    // A setting with another value than the service's would be compared, kept and sent back.
    if (field !== undefined) {
      const problem = `${field}: contains the API token, which must not be stored. If that is by chance, use a longer token.`;
      return { kind: "mismatch", problem, field };
    }
    content = redacted.content;
  }
  const read = operation.responseSchema.safeParse(content);
  if (read.success) return { kind: "value", value: read.data };
  const [issue] = read.error.issues;
  /* istanbul ignore next -- zod reports at least one issue where parsing fails */
  if (issue === undefined) return { kind: "mismatch", problem: "it has another shape" };
  const field = issue.path.join(".");
  if (field === "") return { kind: "mismatch", problem: issue.message };
  return { kind: "mismatch", problem: `${field}: ${issue.message}`, field };
}

/** Tells whether an answer is a page for people, by its content type or its beginning. */
export function isPage(answer: HttpAnswer): boolean {
  return /html/i.test(answer.contentType ?? "") || /^\s*<(!doctype|html|head|body)\b/i.test(answer.text);
}

import { SETTING_NAMES } from "../../queue/settings";
import { tryFindRepeatedKey } from "../../text/find-repeated-key";
import { isPlainObject } from "../../text/is-plain-object";
import { quote } from "../../text/quote";
import { isDeeperThan, MAX_JSON_DEPTH } from "../../wire/bounded-list";
import { describeIssue } from "../../wire/describe-issue";
import type { Operation } from "../../wire/operation";
import type { HttpResponse } from "../exchange";

/** Fields of a request, for comparison with the same fields of the response. */
export interface Asked {
  readonly targetBranch?: string | undefined;
  readonly prNumber?: number | undefined;
}

export type Body<Response> =
  | { readonly kind: "value"; readonly value: Response }
  /** A web page, which no service of this interface sends. */
  | { readonly kind: "foreign" }
  /** Incomplete JSON. If the connection closes early, an incomplete body may be the only sign. */
  | { readonly kind: "truncated" }
  | { readonly kind: "mismatch"; readonly problem: string; readonly field?: string };

const QUEUE_OPERATIONS: ReadonlySet<string> = new Set(["getQueue", "updateQueue"]);

const CONFIG = "config";

/** @param redact - hides the token, which a service may repeat in a response that is then stored */
export function readBody<Response>(
  operation: Pick<Operation<never, Response>, "name" | "responseSchema" | "responseFormat">,
  response: HttpResponse,
  redact: (text: string) => string,
  asked: Asked = {},
): Body<Response> {
  if (isPage(response)) return { kind: "foreign" };
  let content: unknown = response.text;
  try {
    if (operation.responseFormat !== "text") content = JSON.parse(response.text);
  } catch {
    if (operation.responseFormat === "json") {
      // A body that begins like JSON was cut off. So was, most likely, an empty one.
      if (/^\s*([[{]|$)/.test(response.text)) return { kind: "truncated" };
      return { kind: "mismatch", problem: "it is not JSON" };
    }
  }
  if (isDeeperThan(content, MAX_JSON_DEPTH)) {
    return { kind: "mismatch", problem: `it is nested deeper than ${MAX_JSON_DEPTH} levels` };
  }
  const contradiction = tryFindContradiction(operation.name, response, content, asked);
  // If JSON is optional, a body that contradicts itself or the request counts as missing.
  if (contradiction !== undefined && operation.responseFormat === "any") content = response.text;
  else if (contradiction !== undefined) return { kind: "mismatch", ...contradiction };
  // An escaped character hides the token until the body is parsed.
  if (response.text.includes("\\u") || redact(response.text) !== response.text) {
    const redacted = redactContent(content, redact);
    const names = QUEUE_OPERATIONS.has(operation.name) ? SETTING_NAMES : [];
    const settings = operation.name.includes(" /merge-queues") ? [CONFIG] : names;
    const field = settings.find((name) => redacted.fields.has(name));
    // A redacted setting would be compared, stored and sent back.
    if (field !== undefined) {
      const why =
        "contains the API token, which must not be stored. If this is a coincidence, use a longer token.";
      return { kind: "mismatch", problem: `${field}: ${why}`, field };
    }
    content = redacted.content;
  }
  const read = operation.responseSchema.safeParse(content, { error: describeIssue });
  if (read.success) return { kind: "value", value: read.data };
  const [issue] = read.error.issues;
  /* istanbul ignore next -- zod reports at least one issue if parsing fails */
  if (issue === undefined) return { kind: "mismatch", problem: "it has another shape" };
  const field = issue.path.join(".");
  const problem = issue.message.replace(/\.$/, "");
  if (field === "") return { kind: "mismatch", problem };
  return { kind: "mismatch", problem: `${field}: ${problem}`, field };
}

/** Finds why the body cannot be this request's response, for example because it shows another queue. */
function tryFindContradiction(
  operation: string,
  response: HttpResponse,
  content: unknown,
  { targetBranch, prNumber }: Asked,
): Pick<Extract<Body<never>, { kind: "mismatch" }>, "problem" | "field"> | undefined {
  if (response.isMangled === true) return { problem: "it is not UTF-8" };
  if (!isPlainObject(content)) return undefined;
  const key = tryFindRepeatedKey(response.text, content);
  if (key !== undefined) return { problem: `the field ${quote(key)} occurs twice` };
  const { branch, prNumber: shown } = content as { readonly branch?: unknown; readonly prNumber?: unknown };
  if (prNumber !== undefined && typeof shown === "number" && shown !== prNumber) {
    return { problem: `it is about pull request #${shown}, not #${prNumber}`, field: "prNumber" };
  }
  if (!QUEUE_OPERATIONS.has(operation) || targetBranch === undefined || typeof branch !== "string")
    return undefined;
  if (branch.normalize("NFC") === targetBranch.normalize("NFC")) return undefined;
  const problem = `it is about the queue of branch ${quote(branch)}, not of ${quote(targetBranch)}`;
  return { problem, field: "branch" };
}

/** Tells whether a response is a web page, by its content type or its beginning. */
export function isPage(response: HttpResponse): boolean {
  return /html/i.test(response.contentType ?? "") || /^\s*<(!doctype|html|head|body)\b/i.test(response.text);
}

/** @returns the redacted content, and which outermost fields changed; `config` stands for all fields in it */
function redactContent(content: unknown, redact: (text: string) => string) {
  const fields = new Set<string>();
  const clean = (value: unknown, field?: string): unknown => {
    if (typeof value === "string") {
      const text = redact(value);
      if (text !== value && field !== undefined) fields.add(field);
      return text;
    }
    if (Array.isArray(value)) return value.map((element) => clean(element, field));
    if (typeof value !== "object" || value === null) return value;
    // Built from entries: a name like __proto__ stays a field.
    const entries = Object.entries(value).map(([name, inner]) => [
      redact(name),
      clean(inner, name === CONFIG ? name : (field ?? name)),
    ]);
    return Object.fromEntries(entries);
  };
  return { content: clean(content), fields };
}

import { isPlainObject } from "../../text/is-plain-object";
import type { HttpResponse } from "../exchange";

/** What the second interface says about a failure: a stable code for programs, a message for people. */
export interface ErrorEnvelope {
  readonly code: string;
  readonly message: string;
}

/** No envelope is longer. */
const MAX_LENGTH = 65_536;

/** Reads `{ "error": { "code", "message" } }`. @returns undefined for another body: a proxy's or limiter's */
export function readEnvelope({ text }: Pick<HttpResponse, "text">): ErrorEnvelope | undefined {
  if (!/^\s*\{/.test(text) || text.length > MAX_LENGTH) return undefined;
  try {
    const { error } = JSON.parse(text) as { readonly error?: unknown };
    if (!isPlainObject(error)) return undefined;
    const { code, message } = error as Partial<Record<keyof ErrorEnvelope, unknown>>;
    return typeof code === "string" && code !== "" && typeof message === "string"
      ? { code, message }
      : undefined;
  } catch {
    return undefined;
  }
}

import { WORD_SECRET_LENGTH } from "../../text/create-redactor";
import { isLoopbackHost } from "./host-rules";

/**
 * Checks a token, white space around it removed. It travels as a header, so it must be visible ASCII (promise
 * S-11).
 * @param source - where it came from, for the message
 * @returns what is wrong with it as a sentence that does not repeat it, or undefined
 */
export function checkToken(token: string, source: string): string | undefined {
  if (token === "") return `The token is empty (from ${source}). Give an API token of your organization.`;
  const index = token.search(/[^!-~]/);
  if (index === -1) return undefined;
  return (
    `The token (from ${source}) contains a character at position ${index + 1} that is not visible ASCII. ` +
    "Was it copied with a line break, a space or quotation marks?"
  );
}

/** A token of fewer characters can be guessed. */
const MIN_TOKEN_LENGTH = 16;

/**
 * Warns of a token that is too short to be a secret.
 * @returns a sentence that does not repeat it, or undefined
 */
export function warnOfShortToken(token: string): string | undefined {
  if (token.length >= MIN_TOKEN_LENGTH) return undefined;
  const effect =
    token.length < WORD_SECRET_LENGTH
      ? `fewer than ${WORD_SECRET_LENGTH} characters, so it is not a secret: it can be guessed, and messages and logs may show it`
      : `fewer than ${MIN_TOKEN_LENGTH} characters, so it can be guessed, and messages hide every text that contains it`;
  return `The API token has ${effect}. Use a token of at least ${MIN_TOKEN_LENGTH} random characters.`;
}

/**
 * Checks that a token from the environment may go to a host: where `MERGEQUEUE_ALLOWED_HOSTS` names hosts,
 * only to those and by https only, so that a plan of foreign code cannot send it elsewhere or in clear text (promise
 * S-07). This machine may be called by http.
 * @param origin - scheme, host and port that would be called
 * @param allowedHosts - value of the variable: hosts separated by commas or spaces, each with its port unless that
 *   is 443. Undefined or blank: every host is allowed.
 * @param tokenOrigin - where the token comes from, for the message. Default: the environment
 * @returns what is wrong as a sentence, or undefined
 */
export function checkAllowedHost(
  origin: string,
  allowedHosts: string | undefined,
  tokenOrigin = "the environment",
): string | undefined {
  if (allowedHosts === undefined || allowedHosts.trim() === "") return undefined;
  // A list that names nobody, such as a lone comma, is a mistake that must not open every door.
  const entries = allowedHosts.split(/[\s,]+/).filter((entry) => entry !== "");
  const called = new URL(origin);
  if (called.protocol === "http:" && !isLoopbackHost(called.hostname)) {
    return (
      `It begins with http, and the token comes from ${tokenOrigin}: with MERGEQUEUE_ALLOWED_HOSTS set, that is sent ` +
      "by https only."
    );
  }
  const port = called.port === "" ? DEFAULT_PORTS[called.protocol] : called.port;
  const isAllowed = entries.some((entry) => {
    const text = `https://${entry}`;
    if (!URL.canParse(text)) return false;
    const allowed = new URL(text);
    return allowed.hostname === called.hostname && (allowed.port === "" ? "443" : allowed.port) === port;
  });
  if (isAllowed) return undefined;
  const name = port === "443" ? called.hostname : `${called.hostname}:${String(port)}`;
  return (
    `${called.host} is not among the hosts that MERGEQUEUE_ALLOWED_HOSTS names, and the token comes from ` +
    `${tokenOrigin}: it is not sent there. Add ${name} to MERGEQUEUE_ALLOWED_HOSTS if the address is right.`
  );
}

/** The port that an address without one means. */
const DEFAULT_PORTS: Readonly<Record<string, string>> = { "https:": "443", "http:": "80" };

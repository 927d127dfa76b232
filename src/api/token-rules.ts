import type { Vocabulary } from "../queue/vocabulary";
import { WORD_SECRET_LENGTH } from "../text/create-redactor";
import { SECOND_KEY_PREFIX } from "../wire/second/words";
import { INTERFACE_PATHS, type InterfaceChoice } from "./configuration/choose-interface";
import { isLoopbackHost } from "./configuration/host-rules";

/** Checks that a trimmed token is visible ASCII. @returns the problem, without the token, or undefined */
export function checkToken(token: string, source: string): string | undefined {
  if (token === "") return `The token is empty (from ${source}). Give an API token of your organization.`;
  const index = token.search(/[^!-~]/);
  if (index === -1) return undefined;
  return (
    `The token (from ${source}) contains a character at position ${index + 1} that is not visible ASCII. ` +
    "Was it copied with a line break, a space or quotation marks?"
  );
}

/** Minimum length of a token. Shorter tokens can be guessed. */
const MIN_TOKEN_LENGTH = 16;

/** Warns of a token that is too short to be a secret. @returns a sentence without the token, or undefined */
export function warnOfShortToken(token: string): string | undefined {
  if (token.length >= MIN_TOKEN_LENGTH) return undefined;
  const effect =
    token.length < WORD_SECRET_LENGTH
      ? `fewer than ${WORD_SECRET_LENGTH} characters, so it is not a secret: it can be guessed, and messages and logs may show it`
      : `fewer than ${MIN_TOKEN_LENGTH} characters, so it can be guessed. Messages hide the token even where it is part of another word`;
  return `The API token has ${effect}. Use a token of at least ${MIN_TOKEN_LENGTH} random characters.`;
}

/** Describes a client's interface and why it was chosen: `the second interface, at /v2, because …`. */
export function describeInterface({ interfaceName, basePath, interfaceReason }: InterfaceChoice): string {
  return `the ${interfaceName} interface, at ${basePath}, ${interfaceReason}`;
}

/** Says in sentences which interface refused a token, and which tokens each interface accepts. */
export function adviseOnKey(
  config: InterfaceChoice & { readonly vocabulary: Pick<Vocabulary, "nameArgument"> },
): string {
  const { first, second } = INTERFACE_PATHS;
  return (
    `The client uses ${describeInterface(config)}. A key that begins with "${SECOND_KEY_PREFIX}" belongs to ${second}. ` +
    `For any other key, the end of ${config.vocabulary.nameArgument("base_url")} decides between ${first} and ${second}.`
  );
}

/**
 * Checks that a token from the environment may be sent to a host. `MERGEQUEUE_ALLOWED_HOSTS` must name the
 * host, and only loopback may use http. Thus untrusted code cannot send the token to another host.
 * @param allowedHosts - hosts separated by commas or spaces, each with its port unless 443. Blank allows all
 * @param tokenOrigin - source of the token, for the message
 * @returns the problem as a sentence, or undefined
 */
export function checkAllowedHost(
  origin: string,
  allowedHosts: string | undefined,
  tokenOrigin = "the environment",
): string | undefined {
  if (allowedHosts === undefined || allowedHosts.trim() === "") return undefined;
  // A list without hosts, such as a single comma, is a mistake and must not allow all hosts.
  const entries = allowedHosts.split(/[\s,]+/).filter((entry) => entry !== "");
  const called = new URL(origin);
  if (called.protocol === "http:" && !isLoopbackHost(called.hostname)) {
    return (
      `It begins with http, and the token comes from ${tokenOrigin}. If MERGEQUEUE_ALLOWED_HOSTS is set, a token ` +
      "from this source is sent only by https."
    );
  }
  const port = called.port || (called.protocol === "https:" ? "443" : "80");
  const isAllowed = entries.some((entry) => {
    const text = `https://${entry}`;
    if (!URL.canParse(text)) return false;
    const allowed = new URL(text);
    return allowed.hostname === called.hostname && (allowed.port || "443") === port;
  });
  if (isAllowed) return undefined;
  const name = port === "443" ? called.hostname : `${called.hostname}:${port}`;
  return (
    `The token comes from ${tokenOrigin}, and is not sent to ${called.host}: MERGEQUEUE_ALLOWED_HOSTS does not name ` +
    `that host. Add ${name} to this variable if the address is right.`
  );
}

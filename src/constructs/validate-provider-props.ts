import type { MergeQueueProviderProps } from "./merge-queue-provider-props";
import { PROVIDER_ARGUMENTS } from "./provider-attributes";
import { isUnresolved, replaceNumberTokens } from "./template";

const KNOWN_PROPS: ReadonlySet<string> = new Set([
  ...PROVIDER_ARGUMENTS,
  "alias",
  "allowTokenInStack",
  "plugin",
]);

/** What a known value must be: undefined if it is. The value itself is never repeated: it could be a secret. */
type Check = (value: unknown) => string | undefined;

const isText: Check = (value) =>
  typeof value === "string" && value.trim() !== "" ? undefined : "Must be a string that is not empty.";
const isFlag: Check = (value) => (typeof value === "boolean" ? undefined : "Must be true or false.");

const CHECKS: Readonly<Record<(typeof PROVIDER_ARGUMENTS)[number], Check>> = {
  baseUrl: (value) =>
    typeof value === "string" && /^https?:\/\/[^/\s]+\/(?:\S*\/)?v1\/?$/i.test(value)
      ? undefined
      : 'Must be an address that ends in /v1, for example "https://queue.example.com/v1".',
  token: isText,
  requestTimeoutSeconds: (value) =>
    isNumber(value) && value > 0 ? undefined : "Must be a number (seconds) more than 0.",
  maxRetries: (value) =>
    Number.isSafeInteger(value) && isNumber(value) && value >= 0
      ? undefined
      : "Must be a whole number from 0.",
  maxRequestsPerSecond: (value) =>
    isNumber(value) && value > 0 ? undefined : "Must be a number (requests per second) more than 0.",
  allowInsecureHttp: isFlag,
  caFile: isText,
};

/**
 * Checks the props of a provider as far as they are known at synth; tokens and expressions are never wrong.
 * The plugin checks more when Terraform runs, and the environment as well.
 * @returns everything that is wrong, as sentences that begin with the prop
 */
export function validateProviderProps(props: MergeQueueProviderProps): string[] {
  const messages: string[] = [];
  for (const name of PROVIDER_ARGUMENTS) {
    const value = props[name];
    if (value === undefined || isUnresolved(typeof value === "string" ? replaceNumberTokens(value) : value))
      continue;
    const message = CHECKS[name](value);
    if (message !== undefined) messages.push(`${name}: ${message}`);
  }
  if (props.alias !== undefined && !/^[\p{ID_Start}_][\p{ID_Continue}-]*$/u.test(props.alias)) {
    messages.push(
      "alias: Must be a Terraform name: letters, digits, dashes and underscores, no digit first.",
    );
  }
  for (const name of Object.keys(props)) {
    if (!KNOWN_PROPS.has(name)) messages.push(`${name}: There is no prop of this name.`);
  }
  return messages;
}

function isNumber(value: unknown): value is number {
  return typeof value === "number" && Number.isFinite(value);
}

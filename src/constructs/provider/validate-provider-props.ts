import { checkLocalExecProvider } from "../local-exec/check-local-exec";
import { describeUnknownProp } from "../props/check-props";
import { CLOSE_OR_ESCAPE, hasUnclosedExpression } from "../props/check-templates";
import { isUnresolved } from "../values/terraform-value";
import type { MergeQueueProviderProps } from "./merge-queue-provider-props";
import { PROVIDER_ARGUMENTS } from "./provider-attributes";

const KNOWN_PROPS: ReadonlySet<string> = new Set([
  ...PROVIDER_ARGUMENTS,
  "alias",
  "allowTokenInStack",
  "plugin",
  "via",
  "command",
  "interpreter",
]);

/** What a known value must be: undefined if it is. The value itself is never repeated: it could be a secret. */
type Check = (value: unknown) => string | undefined;

const CHECKS: Readonly<Record<(typeof PROVIDER_ARGUMENTS)[number], Check>> = {
  baseUrl: (value) =>
    typeof value === "string" && /^https?:\/\/[^/?#\s]+(?:\/[^?#\s]*)?\/v1\/?$/i.test(value)
      ? undefined
      : 'Must be an address that ends in /v1, for example "https://queue.example.com/v1".',
  token: checkText,
  requestTimeoutSeconds: (value) => checkNumber(value, "a whole number (seconds)", 1, 3600),
  maxRetries: (value) => checkNumber(value, "a whole number", 0, 1000),
  maxRequestsPerSecond: (value) => checkNumber(value, "a number", 0.1, 1000),
  allowInsecureHttp: (value) => (typeof value === "boolean" ? undefined : "Must be true or false."),
  caFile: checkText,
};

/**
 * Checks the props of a provider as far as they are known at synth; tokens and expressions are never wrong.
 * The plugin checks more when Terraform runs, and the environment as well.
 * @returns everything that is wrong, as sentences that begin with the prop
 */
export function validateProviderProps(props: MergeQueueProviderProps): string[] {
  const messages: string[] = [];
  for (const name of PROVIDER_ARGUMENTS) {
    const value: unknown = props[name];
    if (typeof value === "string" && hasUnclosedExpression(value)) {
      messages.push(`${name}: It contains an expression that is not closed. ${CLOSE_OR_ESCAPE}`);
    }
    if (value === undefined || isUnresolved(value)) continue;
    const message = CHECKS[name](value);
    if (message !== undefined) messages.push(`${name}: ${message}`);
  }
  if (props.alias !== undefined && !/^[\p{ID_Start}_][\p{ID_Continue}-]*$/u.test(props.alias)) {
    messages.push(
      "alias: Must be a Terraform name: letters, digits, dashes and underscores, no digit first.",
    );
  }
  messages.push(...checkLocalExecProvider(props));
  for (const [name, value] of Object.entries(props)) {
    if (value !== undefined && !KNOWN_PROPS.has(name))
      messages.push(`${name}: ${describeUnknownProp(name, [...KNOWN_PROPS])}`);
  }
  return messages;
}

function checkText(value: unknown): string | undefined {
  return typeof value === "string" && value.trim() !== "" ? undefined : "Must be a string that is not empty.";
}

function checkNumber(value: unknown, what: string, min: number, max: number): string | undefined {
  const isRightKind = typeof value === "number" && (Number.isInteger(value) || !what.includes("whole"));
  return isRightKind && value >= min && value <= max ? undefined : `Must be ${what} from ${min} to ${max}.`;
}

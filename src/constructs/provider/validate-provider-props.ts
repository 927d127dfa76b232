import { type ArgumentDefinition, checkArgument, PROVIDER_ARGUMENTS } from "../../queue/provider-arguments";
import { checkLocalExecProvider } from "../local-exec/check-local-exec";
import { describeUnknownProp } from "../props/check-props";
import { CLOSE_OR_ESCAPE, hasUnclosedExpression } from "../props/check-templates";
import { isUnresolved } from "../values/terraform-value";
import type { MergeQueueProviderProps } from "./merge-queue-provider-props";

const KNOWN_PROPS: ReadonlySet<string> = new Set([
  ...PROVIDER_ARGUMENTS.map(({ name }) => name),
  "alias",
  "allowTokenInStack",
  "plugin",
  "via",
  "command",
  "interpreter",
]);

/**
 * Checks the props of a provider as far as they are known at synth; tokens and expressions are always valid. When
 * Terraform runs, the plugin checks more, including the environment.
 * @returns all errors, as sentences that begin with the prop
 */
export function validateProviderProps(props: MergeQueueProviderProps): string[] {
  const messages: string[] = [];
  for (const row of PROVIDER_ARGUMENTS) {
    const { name } = row;
    const value: unknown = props[name];
    if (typeof value === "string" && hasUnclosedExpression(value)) {
      messages.push(`${name}: It contains an expression that is not closed. ${CLOSE_OR_ESCAPE}`);
    }
    if (value === undefined || isUnresolved(value)) continue;
    const expected = findExpected(row, value);
    if (expected !== undefined) messages.push(`${name}: Must be ${expected}.`);
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

/** Does not repeat the value, which may be a secret. Returns undefined for a valid one. */
function findExpected(row: ArgumentDefinition, value: unknown): string | undefined {
  if (row.name === "baseUrl") {
    return typeof value === "string" && /^https?:\/\/[^/?#\s]+(?:\/[^?#\s]*)?\/v1\/?$/i.test(value)
      ? undefined
      : 'an address that ends in /v1, for example "https://queue.example.com/v1"';
  }
  const isBlank = typeof value === "string" && value.trim() === "";
  return isBlank ? "a string that is not empty" : checkArgument(row, value);
}

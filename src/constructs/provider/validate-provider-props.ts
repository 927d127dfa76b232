import { type ArgumentDefinition, checkArgument, PROVIDER_ARGUMENTS } from "../../queue/provider-arguments";
import { CLOSE_OR_ESCAPE, checkPropNames, formatFinding, hasUnclosedExpression } from "../values/check-props";
import { isUnresolved } from "../values/terraform-value";
import type { MergeQueueProviderProps } from "./merge-queue-provider-props";

const KNOWN_PROPS: readonly string[] = [
  ...PROVIDER_ARGUMENTS.map(({ name }) => name),
  "alias",
  "allowTokenInStack",
  "plugin",
  "via",
  "command",
  "interpreter",
];

/**
 * Checks the props of a provider as far as they are known at synth; tokens and expressions are always valid. When
 * Terraform runs, the plugin checks more, including the environment.
 * @param hclOutput - whether the app writes HCL instead of JSON
 * @returns all errors, as sentences that begin with the prop
 */
export function validateProviderProps(props: MergeQueueProviderProps, hclOutput: unknown): string[] {
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
  return [
    ...messages,
    ...checkVia(props),
    ...checkPropNames(props, KNOWN_PROPS).map(formatFinding),
    ...(props.via === "local-exec" && hclOutput === true ? [HCL_OUTPUT] : []),
  ];
}

/** The CDK writes provisioners in HCL that Terraform cannot read. */
const HCL_OUTPUT =
  'via: "local-exec" needs JSON output: remove hclOutput from the app, and unset SYNTH_HCL_OUTPUT.';

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

/** Checks `via`, and the props that depend on it. */
function checkVia({ via = "plugin", command, interpreter, token }: MergeQueueProviderProps): string[] {
  const messages: string[] = [];
  if (!["plugin", "local-exec"].includes(via)) messages.push('via: Must be "plugin" or "local-exec".');
  if (via !== "local-exec") {
    for (const [name, value] of Object.entries({ command, interpreter })) {
      if (value !== undefined) messages.push(`${name}: Needs via: "local-exec".`);
    }
    return messages;
  }
  if (token !== undefined) {
    messages.push(
      'token: With via: "local-exec", Terraform would store it in the state. Remove the prop, and set the environment ' +
        "variable MERGEQUEUE_TOKEN where Terraform runs.",
    );
  }
  if (command !== undefined && !isKnownText(command)) {
    messages.push("command: Must be a command line known at synth.");
  }
  if (interpreter !== undefined && !(interpreter.length > 0 && interpreter.every(isKnownText))) {
    messages.push("interpreter: Must be a list of strings known at synth, the program first.");
  }
  return messages;
}

function isKnownText(value: unknown): boolean {
  return typeof value === "string" && value.trim() !== "" && !isUnresolved(value);
}

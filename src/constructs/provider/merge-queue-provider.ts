import { PROVIDER_SOURCE, PROVIDER_TYPE } from "../../product";
import { type ArgumentDefinition, checkArgument, PROVIDER_ARGUMENTS } from "../../queue/provider-arguments";
import { Annotations, type Construct, TerraformProvider, TerraformStack } from "../cdk";
import { addLocalExecMode } from "../local-exec/local-exec-mode";
import { createNullProvider } from "../local-exec/null-bindings";
import { PROVIDER_METADATA } from "../queue/declared-resource";
import {
  CLOSE_OR_ESCAPE,
  checkPropNames,
  formatFinding,
  hasUnclosedExpression,
  takeProps,
} from "../values/check-props";
import { toHclAttributes } from "../values/hcl-attribute";
import { fromDefined, isUnresolved, replaceNumberTokens, resolveLater } from "../values/terraform-value";
import type { MergeQueueProviderProps } from "./merge-queue-provider-props";
import { brandProvider, isBrandedProvider, listProviders } from "./place-plugin";

/**
 * The provider of the merge queues of a stack. When Terraform runs, it reads each absent prop from its
 * environment variable: MERGEQUEUE_BASE_URL, MERGEQUEUE_TOKEN and so on.
 *
 * Synthesis places the provider plugin beside the stack (`terraform.d/plugins`), and the stack requires
 * exactly the version of this package. With `via: "local-exec"`, the stack requires only the provider
 * `hashicorp/null`.
 *
 * @example
 * ```ts
 * new MergeQueueProvider(this, "mergequeue");
 * ```
 */
export class MergeQueueProvider extends TerraformProvider {
  /** Terraform type of the provider. CDKTF's own provider classes have a property of the same name. */
  static readonly tfResourceType = PROVIDER_TYPE;

  readonly #props: MergeQueueProviderProps;
  /** With `via: "local-exec"`, the null provider that replaces this provider in the synthesized file. */
  readonly #nullProvider: TerraformProvider | undefined;
  #alias: string | undefined;

  constructor(scope: Construct, id: string, props: MergeQueueProviderProps = {}) {
    super(scope, id, {
      terraformResourceType: PROVIDER_TYPE,
      terraformGeneratorMetadata: PROVIDER_METADATA,
      terraformProviderSource: PROVIDER_SOURCE,
    });
    const given = takeProps(this, props);
    this.#alias = given.alias;
    this.#props = isTokenRefused(given) ? { ...given, token: undefined } : given;
    if (isTokenRefused(given)) Annotations.of(this).addError(TOKEN_IN_STACK);
    const warning = tryFindInsecureAddress(given);
    if (warning !== undefined) Annotations.of(this).addWarning(warning);
    const app = this.node.root as { readonly hclOutput?: unknown };
    this.node.addValidation({
      // The CDK's function for tests looks only at validations, not at annotations.
      validate: () => [
        ...(isTokenRefused(given) ? [TOKEN_IN_STACK] : []),
        ...validateProviderProps({ ...given, alias: this.#alias }, app.hclOutput),
        ...this.#findTwins(),
      ],
    });
    this.#nullProvider = given.via === "local-exec" ? this.#goLocalExec(given) : undefined;
    brandProvider(this, { needsPlugin: given.plugin !== false && this.#nullProvider === undefined });
  }

  /** Tells whether a value is a `MergeQueueProvider`, even if another copy of this package made it. */
  static isMergeQueueProvider(value: unknown): value is MergeQueueProvider {
    return isBrandedProvider(value);
  }

  /** Name of this provider in the stack; undefined for the default provider. */
  override get alias(): string | undefined {
    return this.#alias;
  }

  override set alias(alias: string | undefined) {
    this.#alias = alias;
    if (this.#nullProvider !== undefined) this.#nullProvider.alias = toNullAlias(alias);
  }

  /** Returns the provider's part of the synthesized file. CDKTF calls this method. */
  override toTerraform(): unknown {
    return this.#nullProvider === undefined ? super.toTerraform() : {};
  }

  /** Returns the provider's part of the synthesized file in HCL. CDKTF calls this method. */
  override toHclTerraform(): unknown {
    return this.#nullProvider === undefined ? super.toHclTerraform() : {};
  }

  /** Returns the provider's arguments for JSON. CDKTF calls this method at synth. */
  protected override synthesizeAttributes(): Record<string, unknown> {
    return toProviderAttributes(this.#props);
  }

  /** Returns the provider's arguments for HCL. CDKTF calls this method at synth. */
  protected override synthesizeHclAttributes(): Record<string, unknown> {
    return toHclAttributes(toProviderAttributes(this.#props));
  }

  /** Finds a provider with the same `via` and alias as this one. Terraform cannot read a stack with both. */
  #findTwins(): string[] {
    const isTwin = (other: unknown): other is MergeQueueProvider =>
      other instanceof MergeQueueProvider &&
      other !== this &&
      other.#props.via === this.#props.via &&
      other.alias === this.alias;
    const twin = listProviders(TerraformStack.of(this)).find(isTwin);
    if (twin === undefined) return [];
    const what = this.alias === undefined ? "has no alias either" : "has the same alias";
    return [
      `alias: ${twin.node.path} ${what}. Give each provider its own alias, and pass each queue its provider.`,
    ];
  }

  #goLocalExec({ command = "mergequeue", interpreter }: MergeQueueProviderProps): TerraformProvider {
    const nullProvider = createNullProvider(this, "Null", toNullAlias(this.#alias));
    const readConnection = (): Record<string, unknown> => toProviderAttributes(this.#props);
    // Terraform ignores this comment; `mergequeue plan` reads it.
    const readProvider = (): unknown => ({ ...readConnection(), alias: this.alias });
    nullProvider.addOverride(`//.${PROVIDER_TYPE}`, resolveLater(readProvider));
    addLocalExecMode({ chosenBy: this, nullProvider, command, interpreter, readConnection });
    return nullProvider;
  }
}

const TOKEN_IN_STACK =
  "The token is plain text in the stack, so anyone who can read the synthesized file can use it. Remove the prop " +
  "and set MERGEQUEUE_TOKEN when Terraform runs, or pass a TerraformVariable. If the token is not a secret, set " +
  "allowTokenInStack: true.";

const LOOPBACK = /^(?:(?:.+\.)?localhost|127(?:\.\d+){3}|\[::1\])$/i;

/** Only warns, because the environment in which Terraform runs may allow plain http. The plugin decides. */
function tryFindInsecureAddress({ baseUrl, allowInsecureHttp }: MergeQueueProviderProps): string | undefined {
  if (typeof baseUrl !== "string" || isUnresolved(baseUrl) || !/^http:/i.test(baseUrl)) return undefined;
  if (allowInsecureHttp !== undefined || !URL.canParse(baseUrl) || LOOPBACK.test(new URL(baseUrl).hostname))
    return undefined;
  return (
    "baseUrl: The address begins with http: and names another machine, so the token would cross the network unencrypted. Plan and " +
    "apply refuse the address, unless allowInsecureHttp is true, or MERGEQUEUE_ALLOW_INSECURE_HTTP is true where Terraform runs."
  );
}

function toNullAlias(alias: string | undefined): string {
  return alias === undefined ? "mergequeue_local_exec" : `mergequeue_local_exec_${alias}`;
}

function isTokenRefused({ token, allowTokenInStack }: MergeQueueProviderProps): boolean {
  return token !== undefined && token !== "" && allowTokenInStack !== true && !isUnresolved(token);
}

function toProviderAttributes(props: MergeQueueProviderProps): Record<string, unknown> {
  const toValue = (value: unknown): unknown =>
    typeof value === "string" ? replaceNumberTokens(value) : value;
  return fromDefined(PROVIDER_ARGUMENTS.map(({ attribute, name }) => [attribute, toValue(props[name])]));
}

const KNOWN_PROPS: readonly string[] = [
  ...PROVIDER_ARGUMENTS.map(({ name }) => name),
  ...["alias", "allowTokenInStack", "plugin", "via", "command", "interpreter"],
];

/** Checks the props. The plugin later checks the values of expressions and of environment variables. */
function validateProviderProps(props: MergeQueueProviderProps, hclOutput: unknown): string[] {
  const messages: string[] = [];
  for (const row of PROVIDER_ARGUMENTS) {
    const { name } = row;
    const value: unknown = props[name];
    if (typeof value === "string" && hasUnclosedExpression(value))
      messages.push(`${name}: It contains an expression that is not closed. ${CLOSE_OR_ESCAPE}`);
    if (value === undefined || isUnresolved(value)) continue;
    const expected = findExpected(row, value);
    if (expected !== undefined) messages.push(`${name}: Must be ${expected}.`);
  }
  for (const name of ["allowTokenInStack", "plugin"] as const) {
    if (props[name] !== undefined && typeof props[name] !== "boolean")
      messages.push(`${name}: Must be true or false.`);
  }
  if (props.alias !== undefined && !/^[\p{ID_Start}_][\p{ID_Continue}-]*$/u.test(props.alias)) {
    messages.push(
      "alias: Must be a Terraform name: first a letter or an underscore, then letters, digits, dashes and underscores.",
    );
  }
  return [
    ...messages,
    ...checkVia(props),
    ...checkPropNames(props, KNOWN_PROPS).map(formatFinding),
    ...(props.via === "local-exec" && hclOutput === true ? [HCL_OUTPUT] : []),
  ];
}

/** If the CDK writes HCL, Terraform cannot read the provisioners. */
const HCL_OUTPUT =
  'via: "local-exec" needs JSON output: remove hclOutput from the app, and unset SYNTH_HCL_OUTPUT.';

/** Returns which values are valid; undefined for a valid value. Never shows the value: it may be a secret. */
function findExpected(row: ArgumentDefinition, value: unknown): string | undefined {
  if (row.name === "baseUrl") {
    return typeof value === "string" && /^https?:\/\/[^/?#\s]+(?:\/[^?#\s]*)?$/i.test(value)
      ? undefined
      : 'a whole address without a query, for example "https://queue.example.com/v1"';
  }
  const isBlank = typeof value === "string" && value.trim() === "";
  return isBlank ? "a string that is not empty" : checkArgument(row, value);
}

function checkVia({ via = "plugin", command, interpreter, token }: MergeQueueProviderProps): string[] {
  const messages: string[] = [];
  if (!["plugin", "local-exec"].includes(via)) messages.push('via: Must be "plugin" or "local-exec".');
  if (via !== "local-exec") {
    const given = Object.entries({ command, interpreter }).filter(([, value]) => value !== undefined);
    return [...messages, ...given.map(([name]) => `${name}: Needs via: "local-exec".`)];
  }
  if (token !== undefined) {
    messages.push(
      'token: With via: "local-exec", Terraform would store it in the state. Remove the prop, and set the environment ' +
        "variable MERGEQUEUE_TOKEN where Terraform runs.",
    );
  }
  if (command !== undefined && !isKnownText(command))
    messages.push("command: Must be a command line known at synth.");
  if (interpreter !== undefined && !(interpreter.length > 0 && interpreter.every(isKnownText)))
    messages.push("interpreter: Must be a list of strings known at synth. The first string is the program.");
  return messages;
}

function isKnownText(value: unknown): boolean {
  return typeof value === "string" && value.trim() !== "" && !isUnresolved(value);
}

import type { ApiContext } from "../../api/poll-until";
import { type Diagnostic, isError } from "../../plugin/diagnostic";
import type { DataSourceDefinition } from "../../plugin/provider-definition";
import type { Attributes, AttributeType, Schema } from "../../plugin/schema";
import { toObjectType } from "../../plugin/to-object-type";
import { makeObject, type ObjectValue, type Value } from "../../plugin/value";
import { toAttributeName } from "../../queue/attribute-name";
import { PULL_REQUEST_STATES } from "../../queue/pull-request-state";
import { formatQueueId } from "../../queue/queue-identity";
import type { SettingValue } from "../../queue/settings";
import { type ReconcileContext, withTimeout } from "../../reconcile/reconcile-context";
import { quote } from "../../text/quote";
import type { PullRequest } from "../../wire/first/pull-request";
import { getIdentity } from "../argument-values";
import { computed, createIdentityAttributes } from "../attributes";
import { describeLookupError, type LookupTarget, toQueueTarget } from "../describe-error";
import { validateIdentityAttributes } from "../diagnostics";
import { findApi, type ProviderData } from "../provider-data";
import { fromSettingValue } from "../queue-resource/values/setting-values";

/** Timeout of one read, in milliseconds, including waits and retries. */
const READ_TIMEOUT_MS = 60_000;

/** Timeout of reading all pages, in milliseconds. */
export const PAGES_TIMEOUT_MS = 5 * 60_000;

export type AttributeValues = { readonly [attribute: string]: Value };

interface DataSourceParts {
  readonly schema: Schema;
  readonly timeoutMs?: number | undefined;
  /** Returns all problems of a configuration. Unknown values are valid. */
  readonly validate: (config: ObjectValue) => Diagnostic[];
  readonly describeTarget: (config: ObjectValue) => LookupTarget;
  /** Returns the attributes that the provider fills. Omitted ones become null. @throws MergeQueueError */
  readonly read: (config: ObjectValue, context: ApiContext, warn: Warn) => Promise<AttributeValues>;
}

type Warn = (warning: Diagnostic) => void;

/** Makes a data source. It validates first, has one deadline, and returns all attributes, or diagnostics. */
export function createDataSource({
  schema,
  timeoutMs = READ_TIMEOUT_MS,
  validate,
  describeTarget,
  read,
}: DataSourceParts): DataSourceDefinition<ProviderData> {
  return {
    schema,
    validateConfig: async ({ config }) => ({ diagnostics: validate(config) }),
    read: async ({ config, data }, { stopSignal }) => {
      // Values that were unknown in the validation are known now.
      const findings = validate(config);
      if (findings.some(isError)) return { state: null, diagnostics: findings };
      const warnings: Diagnostic[] = [];
      const warn = (warning: Diagnostic): void => void warnings.push(warning);
      try {
        const found = await read(config, withTimeout({ ...findApi(data), stopSignal }, timeoutMs), warn);
        const given = Object.fromEntries([...config].filter(([, value]) => value !== null));
        const state = makeObject(toObjectType(schema.attributes), { ...found, ...given });
        return { state, diagnostics: [...findings, ...warnings] };
      } catch (error) {
        const diagnostic = describeLookupError(error, describeTarget(config), "data source");
        return { state: null, diagnostics: [diagnostic] };
      }
    },
  };
}

interface QueueDataSourceParts extends Pick<DataSourceParts, "timeoutMs"> {
  readonly description: string;
  readonly attributes: Attributes;
  readonly validate?: DataSourceParts["validate"];
  /** Names the object that is looked up in the queue, such as `Pull request 7`. Default: the queue itself. */
  readonly describeTarget?: DataSourceParts["describeTarget"];
  readonly read: (config: ObjectValue, context: ReconcileContext, warn: Warn) => Promise<AttributeValues>;
}

export function createQueueDataSource({
  description,
  attributes,
  timeoutMs,
  validate = () => [],
  describeTarget,
  read,
}: QueueDataSourceParts): DataSourceDefinition<ProviderData> {
  return createDataSource({
    schema: { version: 0, description, attributes: { ...createIdentityAttributes(), ...attributes } },
    timeoutMs,
    validate: (config) => [...validateIdentityAttributes(config), ...validate(config)],
    describeTarget: (config) => {
      const queue = getIdentity(config);
      if (describeTarget === undefined) return toQueueTarget(queue);
      const { name, path } = describeTarget(config);
      return { name: `${name} of queue ${quote(formatQueueId(queue))} was`, path };
    },
    read: async (config, context, warn) => read(config, { ...context, queue: getIdentity(config) }, warn),
  });
}

export type ResponseField<Wire extends string> = readonly [
  wire: Wire,
  type: AttributeType,
  description: string,
];

export function toAttributes(fields: readonly ResponseField<string>[]): Attributes {
  return Object.fromEntries(
    fields.map(([wire, type, text]) => [toFieldAttribute(wire), computed(type, text)]),
  );
}

/** Returns a field's attribute name, without the prefix of pull requests: `title` for `prTitle`. */
function toFieldAttribute(wire: string): string {
  return toAttributeName(wire).replace(/^pr_/, "");
}

/** Returns the values of the attributes of these fields. Fields that the service omits become null. */
export function toAttributeValues<Wire extends string>(
  fields: readonly ResponseField<Wire>[],
  response: { readonly [Name in Wire]?: SettingValue | undefined },
): AttributeValues {
  return Object.fromEntries(
    fields.map(([wire]) => [toFieldAttribute(wire), fromSettingValue(response[wire])]),
  );
}

/** Like {@link toAttributeValues}, but returns an object for a nested attribute. */
export function toNestedValue<Wire extends string>(
  ...[fields, response]: Parameters<typeof toAttributeValues<Wire>>
): ObjectValue {
  return new Map(Object.entries(toAttributeValues(fields, response)));
}

export function listWords(words: readonly string[]): string {
  return words.map((word) => `\`${word}\``).join(", ");
}

type PullRequestName = Exclude<keyof PullRequest, "additionalFields">;

/** The fields of every response about a pull request (interface, "Pull request in the queue"). */
export const PULL_REQUEST_FIELDS: readonly ResponseField<Exclude<PullRequestName, "noBatch">>[] = [
  ["prNumber", "number", "Number at the code host."],
  ["prTitle", "string", "Title."],
  ["prAuthor", "string", "Who opened it."],
  [
    "state",
    "string",
    `Its state in the queue: one of ${listWords(PULL_REQUEST_STATES)}, or a value from a newer service.`,
  ],
  ["stateChangedAt", "string", "Time of the last change of `state`, in the service's format."],
  ["prSha", "string", "Commit at the tip of its branch."],
  ["prBaseBranch", "string", "Branch that it targets."],
  ["priorityValue", "number", "Its priority as a number."],
  ["priorityName", "string", "Its priority as a word."],
  [
    "usedDefaultPriorityName",
    "string",
    "The default priority, if the pull request was submitted without a priority; otherwise null.",
  ],
  ["skipTheLine", "bool", "Whether it is tested ahead of all others."],
  ["id", "string", "The service's own id of the pull request."],
];

const LISTED_FIELDS: readonly ResponseField<PullRequestName>[] = [
  ...PULL_REQUEST_FIELDS,
  ["noBatch", "bool", "Whether it is tested alone, even if the queue tests other pull requests in batches."],
];

export const LISTED_PULL_REQUEST_ATTRIBUTES: Attributes = toAttributes(LISTED_FIELDS);

export function toListedPullRequest(pullRequest: PullRequest): ObjectValue {
  return toNestedValue(LISTED_FIELDS, pullRequest);
}

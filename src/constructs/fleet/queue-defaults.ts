import type { Finding } from "../../queue/finding";
import { isPlainObject } from "../../text/is-plain-object";
import { quote } from "../../text/quote";
import { type IConstruct, Token } from "../cdk";
import type { MergeQueueProps } from "../queue/merge-queue-props";
import type { MergeQueueSettings } from "../queue/merge-queue-settings.generated";
import { META_ARGUMENTS } from "../queue/queue-attributes";
import { SHARED_PROPS, validateSharedProps } from "../queue/validate-queue-props";
import { describeUnknownProp, formatFinding, isObject } from "../values/check-props";
import { KeptList } from "../values/kept-list";
import { copyNested, fromDefined } from "../values/terraform-value";

/** Props that can have a default: all except `repo`, `targetBranch` and Terraform's meta-arguments. */
export type QueueDefaultProps = MergeQueueSettings &
  Pick<MergeQueueProps, "deletionPolicy" | "onExisting" | "additionalSettings" | "timeouts">;

/** Name of a prop that can have a default. */
export type QueueDefaultName = keyof QueueDefaultProps;

/** Defaults to add, or names of defaults to remove. JavaScript callers can pass values of any type. */
type DefaultEntry = { readonly props: unknown } | { readonly without: readonly unknown[] };

const ENTRIES = new KeptList<DefaultEntry>("QueueDefaults", checkDefaults);

const OWN_PROPS: readonly string[] = ["repo", "targetBranch", ...META_ARGUMENTS];

/**
 * Defaults for every queue below a construct, and for the construct itself if it is a queue. For each prop,
 * the queue's own value wins, then the nearest default; if one construct has two defaults, the later wins.
 * `batching` and `timeouts` are inherited as a whole; `additionalSettings` are merged by name.
 *
 * Defaults can be added before or after the queues. The synthesized result is the same as if every queue
 * declared all props itself.
 *
 * @example
 * ```ts
 * QueueDefaults.of(app).add({ mode: "single", concurrency: 4, requiredStatuses: ["ci/build"] });
 * QueueDefaults.of(paymentStack).add({ concurrency: 1 }).without("mode");
 * ```
 */
export class QueueDefaults {
  readonly #scope: IConstruct;

  private constructor(scope: IConstruct) {
    this.#scope = scope;
  }

  /** Returns the defaults of a construct, such as an app, a stack, a group of queues, or one queue. */
  static of(scope: IConstruct): QueueDefaults {
    return new QueueDefaults(scope);
  }

  /** Adds defaults. Undefined props count as absent. Synthesis reports errors once, for this construct. */
  add(props: QueueDefaultProps): this {
    ENTRIES.add(this.#scope, { props: copyNested(props) });
    return this;
  }

  /** For queues below this construct, removes its earlier defaults and those of the constructs above it. */
  without(...names: readonly QueueDefaultName[]): this {
    ENTRIES.add(this.#scope, { without: names });
    return this;
  }
}

/** Gives each absent prop its nearest default. Do not keep the result: defaults can change until synth. */
export function toEffectiveProps(queue: IConstruct, own: MergeQueueProps): MergeQueueProps {
  const effective = new Map(Object.entries(fromDefined(Object.entries(own))));
  const withoutDefault = new Set<unknown>();
  const entries = queue.node.scopes.flatMap((scope) => ENTRIES.list(scope)).reverse();
  for (const entry of entries) {
    if ("without" in entry) {
      for (const name of entry.without) withoutDefault.add(name);
      continue;
    }
    for (const [name, value] of Object.entries(entry.props ?? {}) as [string, unknown][]) {
      if (value === undefined || !SHARED_PROPS.includes(name) || withoutDefault.has(name)) continue;
      if (!effective.has(name)) effective.set(name, value);
      else if (name === "additionalSettings") effective.set(name, mergeByName(effective.get(name), value));
    }
  }
  return Object.fromEntries(effective) as unknown as MergeQueueProps;
}

/** Checks the defaults of one construct. Returns all problems as sentences, without duplicates. */
export function checkDefaults(scope: IConstruct): string[] {
  const findings = ENTRIES.list(scope).flatMap(checkEntry);
  const toLine = ({ path, message }: Finding): string =>
    formatFinding({ path: ["QueueDefaults", ...path], message });
  return [...new Set(findings.map(toLine))];
}

/** Merges two plain objects. If one of them is something else, such as a token, returns `near`. */
function mergeByName(near: unknown, far: unknown): unknown {
  if (!isMergeable(near) || !isMergeable(far)) return near;
  return { ...far, ...fromDefined(Object.entries(near)) };
}

function isMergeable(value: unknown): value is Readonly<Record<string, unknown>> {
  return isPlainObject(value) && !Token.isUnresolved(value);
}

function checkEntry(entry: DefaultEntry): Finding[] {
  if ("without" in entry)
    return entry.without.flatMap((name) => checkName(typeof name === "string" ? name : quote(name)));
  const { props } = entry;
  if (!isObject(props)) return [{ path: [], message: `Must be an object of props, got ${quote(props)}.` }];
  return [
    ...validateSharedProps(props),
    ...Object.keys(fromDefined(Object.entries(props))).flatMap(checkName),
  ];
}

function checkName(name: string): Finding[] {
  if (SHARED_PROPS.includes(name)) return [];
  const message = OWN_PROPS.includes(name)
    ? "Each queue must set this itself; it cannot have a default."
    : describeUnknownProp(name, SHARED_PROPS);
  return [{ path: [name], message }];
}

import { PROVIDER_TYPE } from "../../product";
import {
  type Construct,
  type ITerraformIterator,
  TerraformCount,
  type TerraformMetaArguments,
  type TerraformResource,
  Token,
} from "../cdk";
import type { MergeQueueProps } from "../queue/merge-queue-props";
import { MergeQueueResource } from "../queue/merge-queue-resource";
import { collectDeclaredSettings, pickMetaArguments, toQueueAttributes } from "../queue/queue-attributes";
import { ResolvedValue } from "../values/resolved-value";
import { toEnvironment, toSettingTriggers } from "./declaration";
import { DeclaredValues } from "./declared-values";
import { toIdentityTriggers } from "./identity-triggers";
import type { LocalExecMode } from "./local-exec-mode";
import { createNullResource } from "./null-bindings";
import { StoredDeletion } from "./stored-deletion";
import { writeJson } from "./write-json";

/** Terraform ignores this key and its value. */
const COMMENT = "//";

type Provisioner = Extract<
  NonNullable<TerraformMetaArguments["provisioners"]>[number],
  { readonly type: "local-exec" }
>;

/**
 * A queue as null resources whose provisioners call the command `mergequeue`: one creates and deletes it; one
 * configures it, so that a change of settings never deletes the queue; one releases its required statuses.
 */
export class LocalExecQueue {
  /** Creates and deletes the queue. */
  readonly resource: TerraformResource;
  /** The declared attributes, as references. */
  readonly values: DeclaredValues;

  readonly #mode: LocalExecMode;
  readonly #readProps: () => MergeQueueProps;

  /**
   * @param own - the queue's own props, without defaults
   * @param readProps - returns the props with defaults; called at synth, because defaults can be added until then
   */
  constructor(queue: Construct, own: MergeQueueProps, readProps: () => MergeQueueProps, mode: LocalExecMode) {
    this.#mode = mode;
    this.#readProps = readProps;
    const { dependsOn = [], lifecycle, count, forEach } = pickMetaArguments(own);
    const repetition = { ...(count === undefined ? {} : { count }), ...(forEach && { forEach }) };
    const provider = mode.nullProvider;
    const deletion = new StoredDeletion(readProps, mode);
    const stored = { ...toIdentityTriggers(own), deletion: deletion.trigger };

    const listAddresses = (): string[] =>
      (this.#declaresStatuses() ? [existence, statuses] : [existence]).map(toAddress);
    const address = (): string => `${toAddress(existence)}${toIndex(count, forEach)}`;
    const statuses: TerraformResource = createNullResource(queue, "RequiredStatuses", {
      provider,
      ...this.#repeatIfDeclared(count, forEach),
      lifecycle: deletion.toLifecycle(listAddresses),
      triggers: new ResolvedValue(() => stored),
      provisioners: [this.#destroyBy("release")],
    });
    // Terraform destroys a dependency later: if the queue's deletion is refused, it keeps its required statuses.
    const existence: TerraformResource = createNullResource(queue, "Default", {
      ...repetition,
      provider,
      dependsOn: [...dependsOn, statuses],
      lifecycle: deletion.toLifecycle(listAddresses, lifecycle),
      triggers: new ResolvedValue(() => stored),
      provisioners: [this.#createBy("create", address), this.#destroyBy("delete")],
    });
    const settings = createNullResource(queue, "Settings", {
      ...repetition,
      provider,
      dependsOn: [existence],
      triggers: new ResolvedValue(() => ({ queue: stored.queue, ...this.#toSettingTexts() })),
      provisioners: [this.#createBy("configure", address)],
    });
    existence.addOverride(
      `${COMMENT}.${MergeQueueResource.tfResourceType}`,
      new ResolvedValue(() => this.#toComment()),
    );
    // References to settings lead to JSON texts of these triggers; `mergequeue plan` follows them to the queue.
    settings.addOverride(`${COMMENT}.mergequeue_settings`, new ResolvedValue(() => toAddress(existence)));
    this.resource = existence;
    this.values = new DeclaredValues(queue.node.path, { existence, settings }, readProps);
  }

  /** Terraform ignores it; `mergequeue plan` reads it. */
  #toComment(): Record<string, unknown> {
    const { alias } = this.#mode.chosenBy;
    const provider = alias === undefined ? PROVIDER_TYPE : `${PROVIDER_TYPE}.${alias}`;
    return { ...toQueueAttributes(this.#readProps()), provider };
  }

  #toSettingTexts(): Record<string, unknown> {
    const entries = Object.entries(toSettingTriggers(this.#readProps())).map(([name, value]) => {
      return [name, new ResolvedValue(() => value, writeJson)] as const;
    });
    return Object.fromEntries(entries);
  }

  /** Keeps the block when the prop is removed: without it, Terraform would not run the destroy provisioner. */
  #repeatIfDeclared(
    count: TerraformMetaArguments["count"],
    forEach: TerraformMetaArguments["forEach"],
  ): Pick<TerraformMetaArguments, "count" | "forEach"> {
    const repeat = (given: unknown, none: unknown): ResolvedValue =>
      new ResolvedValue(() => (this.#declaresStatuses() ? given : none));
    if (forEach !== undefined) {
      const read = (): unknown => repeat(forEach._getForEachExpression(), {});
      const iterator = Object.create(forEach, {
        _getForEachExpression: { value: read },
      }) as ITerraformIterator;
      return { forEach: iterator };
    }
    const given = TerraformCount.isTerraformCount(count) ? count.toTerraform() : (count ?? 1);
    return { count: Token.asNumber(repeat(given, 0)) };
  }

  #declaresStatuses(): boolean {
    return collectDeclaredSettings(this.#readProps()).has("requiredStatuses");
  }

  #createBy(task: string, toAddress: () => string): Provisioner {
    // The queue's attributes, as a provider would receive them.
    const read = (): unknown => ({ address: toAddress(), ...toQueueAttributes(this.#readProps()) });
    const document = Token.asString(new ResolvedValue(read, writeJson));
    return this.#call(task, { MERGEQUEUE_QUEUE: document, ...toEnvironment(this.#mode) });
  }

  /** Terraform lets a destroy provisioner refer only to its own resource. */
  #destroyBy(task: string): Provisioner {
    const environment = {
      MERGEQUEUE_QUEUE_ID: "${self.triggers.id}",
      MERGEQUEUE_DELETION: "${self.triggers.deletion}",
    };
    return { ...this.#call(task, environment), when: "destroy" };
  }

  /**
   * `|| exit 1` keeps the shell from replacing itself with the command: on an interrupt, Terraform kills the process
   * that it started, and the command must finish a write in progress.
   */
  #call(task: string, environment: Record<string, string>): Provisioner {
    const { command, interpreter } = this.#mode;
    return {
      type: "local-exec",
      command: `${command} local-exec ${task} || exit 1`,
      environment,
      ...(interpreter === undefined ? {} : { interpreter: [...interpreter] }),
    };
  }
}

function toAddress(resource: TerraformResource): string {
  return `${resource.terraformResourceType}.${resource.friendlyUniqueId}`;
}

function toIndex(count: TerraformMetaArguments["count"], forEach: TerraformMetaArguments["forEach"]): string {
  if (forEach !== undefined) return '["${each.key}"]';
  return count === undefined ? "" : "[${count.index}]";
}

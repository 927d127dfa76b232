import type { FaultInput } from "../../src/emulator/control/fault-input";
import type { JsonValue } from "../../src/queue/additional-settings";
import type { QueueIdentity } from "../../src/queue/queue-identity";
import type { QueueSettings } from "../../src/queue/settings";

/** Names of resources that a configuration may declare: `mergequeue_queue.a`. No two manage one queue. */
export const ADDRESSES = ["a", "b"] as const;

/** Name of a resource. */
export type Address = (typeof ADDRESSES)[number];

/** A value in a `.tf.json` file. */
export type ConfigValue =
  | boolean
  | number
  | string
  | readonly ConfigValue[]
  | { readonly [name: string]: ConfigValue };

/** The configuration of one queue by attribute; all its values are known. */
export interface QueueConfig {
  readonly repo: { readonly host: string; readonly owner: string; readonly name: string };
  readonly target_branch: string;
  readonly [attribute: string]: ConfigValue;
}

/** The whole configuration; an absent resource is destroyed if it is in the state. */
export type Stack = { readonly [Name in Address]?: QueueConfig };

/** An outside change. It has no effect if the service refuses it. */
export type OutsideAction =
  | { readonly kind: "create" | "delete"; readonly identity: QueueIdentity }
  | {
      readonly kind: "change";
      readonly identity: QueueIdentity;
      readonly settings: QueueSettings;
      /** Settings that the provider does not know, by wire name. */
      readonly additional: { readonly [name: string]: JsonValue };
      /** Whether the list of required statuses is removed; then `settings` does not have one. */
      readonly deletesRequiredStatuses: boolean;
    }
  | {
      readonly kind: "enqueue" | "dequeue";
      readonly identity: QueueIdentity;
      /** Number of the pull request. */
      readonly number: number;
    };

/** An operation during which a provider may be killed. */
export type KillPoint = "getQueue" | "createQueue" | "updateQueue" | "deleteQueue";

/** The fault during one command, from its start to its end. */
export type Trouble =
  | {
      readonly kind: "fault";
      /** A fault of the local service; `makeFault` makes it. */
      readonly fault: FaultInput;
    }
  | {
      /** SIGKILL to all provider processes when a request arrives, if it does. */
      readonly kind: "kill";
      readonly operation: KillPoint;
      /** Number of that operation's request within the command, from 1. */
      readonly time: number;
      /** Whether that request takes effect nevertheless. */
      readonly isCommitted: boolean;
    };

/** `terraform apply`; with an empty stack `terraform destroy`. */
export interface ApplyCommand {
  readonly kind: "apply";
  readonly stack: Stack;
  /** The resource of `-replace`. */
  readonly replace: readonly Address[];
  /** Outside changes between plan and apply. */
  readonly meanwhile: readonly OutsideAction[];
  readonly trouble: Trouble | undefined;
}

/** One step of a sequence. */
export type Command =
  | ApplyCommand
  | { readonly kind: "outside"; readonly action: OutsideAction }
  /** `terraform apply -refresh-only`, with nothing declared. */
  | { readonly kind: "refresh" }
  /** `terraform taint`, `untaint`, `state rm`. */
  | { readonly kind: "taint" | "untaint" | "forget"; readonly address: Address }
  /** `terraform import`; the configuration declares only the identity. */
  | { readonly kind: "import"; readonly address: Address; readonly identity: QueueIdentity };

/** A service and the commands to run. */
export interface Sequence {
  /** The service's option of this name. */
  readonly inheritedStatuses: readonly string[];
  readonly commands: readonly Command[];
}

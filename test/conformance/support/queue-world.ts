import type { OpenEmulator } from "../../../src/emulator/start-emulator";
import { countEnqueued } from "../../../src/engine/list-enqueued";
import type { ObjectValue } from "../../../src/plugin/values/value";
import { isSameSetting } from "../../../src/queue/diff-settings";
import type { QueueIdentity } from "../../../src/queue/queue-identity";
import {
  type QueueRecord,
  SETTING_NAMES,
  type SettingName,
  type SettingValue,
} from "../../../src/queue/settings";
import { toPlainObject } from "../../provider/support/queue-values";
import type { Drift } from "./arbitrary-step";

/** Attribute by wire name, written by hand so that nothing under test makes its own expectations. */
export function toAttribute(name: SettingName): string {
  return name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
}

/** Returns which queue a state or known configuration is about. */
export function identityOf(object: ObjectValue): QueueIdentity {
  const { repo, target_branch: targetBranch } = toPlainObject(object);
  return { repo, targetBranch } as QueueIdentity;
}

/** Returns the settings of a state or known configuration that are not null, by wire name. */
export function settingsOf(object: ObjectValue): QueueRecord {
  const plain = toPlainObject(object);
  const entries = SETTING_NAMES.map((name) => [name, plain[toAttribute(name)]] as const);
  return Object.fromEntries(entries.filter(([, value]) => value !== null));
}

/** Returns the additional settings of a state or known configuration that are not null. */
export function additionalOf(object: ObjectValue): { readonly [name: string]: unknown } {
  const { additional_settings: given } = toPlainObject(object) as {
    readonly additional_settings: { readonly value: { readonly [name: string]: unknown } } | null;
  };
  const entries = Object.entries(given?.value ?? {}).filter(([, value]) => value !== null);
  // Fractions are texts there, so that none is lost.
  return Object.fromEntries(entries.map(([name, value]) => [name, value === "0.5" ? 0.5 : value]));
}

/** Lists the settings in which two records differ. */
export function listDifferences(a: QueueRecord, b: QueueRecord): SettingName[] {
  return SETTING_NAMES.filter((name) => !isSame(name, a[name], b[name]));
}

function isSame(name: SettingName, a: SettingValue | undefined, b: SettingValue | undefined): boolean {
  return a === undefined || b === undefined ? a === b : isSameSetting(name, a, b);
}

/** The true queues of a service, and outside changes of them. */
export class QueueWorld {
  readonly #emulator: Pick<OpenEmulator, "engine">;

  constructor(emulator: Pick<OpenEmulator, "engine">) {
    this.#emulator = emulator;
  }

  /** Returns a queue's settings as they will be once it has settled; undefined if the queue does not exist. */
  trySettings(identity: QueueIdentity): QueueRecord | undefined {
    const { engine } = this.#emulator;
    const queue = engine.tryFindQueue(identity);
    if (queue === undefined) return undefined;
    return {
      ...queue.settings,
      requiredStatuses: queue.requiredStatuses ?? engine.options.inheritedStatuses,
    };
  }

  /** Returns a queue's settings that the interface does not define; undefined if the queue does not exist. */
  tryAdditional(identity: QueueIdentity): { readonly [name: string]: unknown } | undefined {
    const { engine } = this.#emulator;
    const queue = engine.tryFindQueue(identity);
    if (queue === undefined) return undefined;
    return { ...engine.options.additionalSettings, ...Object.fromEntries(queue.additionalSettings) };
  }

  /** Tells whether there are pull requests in a queue. */
  isBusy(identity: QueueIdentity): boolean {
    const queue = this.#emulator.engine.tryFindQueue(identity);
    return queue !== undefined && countEnqueued(queue) > 0;
  }

  /** Tells whether the next read will show a queue as `switching_modes`. */
  isSwitching(identity: QueueIdentity): boolean {
    return (this.#emulator.engine.tryFindQueue(identity)?.switchingReadsLeft ?? 0) > 0;
  }

  /** Makes an outside change; an impossible one has no effect. */
  drift(identity: QueueIdentity, drift: Drift): void {
    const { engine } = this.#emulator;
    switch (drift.kind) {
      case "none":
        return;
      case "change":
        engine.apply({ ...drift, type: "updateQueue", identity });
        break;
      case "delete":
        engine.apply({ type: "deleteQueue", identity });
        break;
      case "recreate":
        engine.apply({ type: "deleteQueue", identity });
        engine.apply({ type: "createQueue", identity, settings: {} });
        break;
      case "enqueue":
        engine.apply({ type: "submitPullRequest", identity, number: 1 });
    }
    // A transient state would hide the true one from the next read (promise F-25); other tests cover that.
    while (this.isSwitching(identity)) engine.apply({ type: "readQueue", identity });
  }

  /** Removes all pull requests from a queue. */
  settle(identity: QueueIdentity): void {
    this.#emulator.engine.apply({ type: "cancelPullRequest", identity, number: 1 });
  }

  /** Removes all queues. */
  clear(): void {
    const { engine } = this.#emulator;
    for (const { identity } of engine.state.queues.values()) {
      this.settle(identity);
      engine.apply({ type: "deleteQueue", identity });
    }
  }
}

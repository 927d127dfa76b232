import { formatQueueId } from "../../src/queue/queue-identity";
import { ADDRESSES, type Address, type ApplyCommand, type Command, type Stack } from "./command";
import { type Queues, toIdentity } from "./model-values";
import type { Observation } from "./world";

/** Maximum number of applies until nothing is left to do. */
const MOST_REPEATS = 4;

/** The end of a sequence: applies until nothing is left to do (rule I-5), then a destroy. */
export class Closing {
  #applies = 0;
  #isSettled = false;
  #isDestroyed = false;
  /** Resources to import: their queues exist, but are not in the state. */
  #toImport: readonly Address[] = [];

  /** Returns the next command; undefined after the last. */
  next(stack: Stack, queues: Queues): Command | undefined {
    for (const { identity, enqueued } of queues.values()) {
      const [number] = enqueued;
      if (number !== undefined) return { kind: "outside", action: { kind: "dequeue", identity, number } };
    }
    const [address] = this.#toImport;
    if (address !== undefined) {
      const config = stack[address];
      if (config === undefined) throw new Error(`${address} is not declared`);
      return { kind: "import", address, identity: toIdentity(config) };
    }
    if (!this.#isSettled) {
      if (this.#applies === MOST_REPEATS) throw new Error("I-5: the applies do not converge");
      this.#applies += 1;
      return applyOf(stack);
    }
    return this.#isDestroyed ? undefined : applyOf({});
  }

  noteImport(imported: Address): void {
    this.#toImport = this.#toImport.filter((address) => address !== imported);
  }

  /** Notes an apply. Those before the first command from {@link next} do not count. */
  noteApply({ stack }: ApplyCommand, { plan, errors }: Observation): void {
    if (this.#applies === 0) return;
    if (this.#isSettled) {
      this.#isDestroyed = true;
      return;
    }
    this.#isSettled =
      errors.length === 0 && [...(plan?.values() ?? [])].every((action) => action === "no-op");
    this.#toImport = ADDRESSES.filter((address) => {
      const config = stack[address];
      return (
        config !== undefined &&
        errors.some((text) => isAboutExistence(text, formatQueueId(toIdentity(config))))
      );
    });
  }
}

function applyOf(stack: Stack): ApplyCommand {
  return { kind: "apply", stack, replace: [], meanwhile: [], trouble: undefined };
}

/** Whether an error says that a queue already exists, and what to do (rules F-09, I-5). */
function isAboutExistence(error: string, id: string): boolean {
  return /already|exists, but/.test(error) && error.includes(id) && error.includes("import");
}

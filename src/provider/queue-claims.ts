import { type QueueIdentity, toIdentityKey } from "../queue/queue-identity";

/** What a resource does with the queue that it declares: `adopt` creates it, or takes it over where it exists. */
export type ClaimKind = "create" | "adopt" | "keep";

/** What becomes of a queue by one object: `seen` if not planned yet, `owned` if just created or adopted for it. */
type Fate = "seen" | "keep" | "delete" | "owned";

/** How objects of one queue go together: `contradiction` if one deletes what another keeps. */
export type Sharing = "shared" | "contradiction";

/** An object of the state. */
interface StateObject {
  /** From its private state; empty if it has none. */
  readonly name: string;
  fate: Fate;
  /** Whether destroying it leaves the queue in place. */
  readonly isAbandoned: boolean;
}

interface Claims {
  declared: ClaimKind | undefined;
  /** Configurations that were validated, and not planned since. */
  unplanned: number;
  objects: StateObject[];
  isShareTold: boolean;
}

/**
 * Remembers what a plan or apply does with each queue, to notice two resources that declare the same one and two objects
 * of the state that are the same one.
 *
 * Terraform configures the provider for each plan and each apply, but once for all runs of a test file that configures
 * the provider (Terraform 1.15). Such a test validates every configuration once more before its plan, so that there are
 * more validations than plans. Two calls then prove nothing, because they may belong to different plans.
 */
export class QueueClaims {
  /** Whether the host plans a replaced resource twice without saying so. Then two claims may be of one resource. */
  readonly areRepeated: boolean;
  readonly #byKey = new Map<string, Claims>();
  /** As {@link Claims.unplanned}, where it is not known yet which queue is declared. */
  #unplannedUnknown = 0;

  /** @param terraformVersion - as the host reports it; Pulumi reports one that contains its name. Default: not Pulumi */
  constructor(terraformVersion = "") {
    this.areRepeated = terraformVersion.includes("pulumi");
  }

  /** Counts a configuration that Terraform validates, as it does directly before each plan of a resource. */
  addValidation(identity: QueueIdentity | undefined): void {
    if (identity === undefined) this.#unplannedUnknown += 1;
    else this.#get(identity).unplanned += 1;
  }

  /** Counts the plan of a configuration. */
  addPlan(identity: QueueIdentity | undefined): void {
    if (identity === undefined) {
      this.#unplannedUnknown = Math.max(0, this.#unplannedUnknown - 1);
    } else {
      const claims = this.#get(identity);
      claims.unplanned = Math.max(0, claims.unplanned - 1);
    }
  }

  /** Remembers the first claim of a queue. @returns an earlier one, if another resource of the same plan has made it */
  claim(identity: QueueIdentity, kind: ClaimKind): ClaimKind | undefined {
    const claims = this.#get(identity);
    const other = claims.declared;
    claims.declared = other ?? kind;
    return this.#isOnePlan(claims) ? other : undefined;
  }

  /** Forgets a claim, once it has been applied or its queue is gone. */
  release(identity: QueueIdentity): void {
    this.#get(identity).declared = undefined;
  }

  /** Returns how many objects of the state, seen in one plan, are this queue; 0 where nothing proves that it is one plan. */
  countObjects(identity: QueueIdentity): number {
    const claims = this.#get(identity);
    return this.#isOnePlan(claims) ? claims.objects.length : 0;
  }

  /** Tells whether another object of the state is this queue, which may be validated and not planned yet. */
  isSecondObject(identity: QueueIdentity): boolean {
    const claims = this.#get(identity);
    return claims.objects.length > 0 && this.#countUnplanned(claims) <= 1;
  }

  /**
   * Remembers what a plan does with one object of the state, and so with its queue.
   * @param name - the object's name in its private state; empty if it has none
   * @param isAbandoned - whether destroying the object leaves the queue in place
   * @returns what to say about other objects of the same queue: a contradiction every time, otherwise only once; undefined if
   *   there are no others
   */
  addObject(identity: QueueIdentity, name: string, fate: Fate, isAbandoned = false): Sharing | undefined {
    const claims = this.#get(identity);
    const known = claims.objects.find((object) => object.name === name);
    if (known === undefined) claims.objects.push({ name, fate, isAbandoned });
    else if (fate !== "seen") known.fate = fate;
    // The old object of a replacement that has just been made: its delete keeps the queue.
    const others = claims.objects.filter((object) => object.name !== name && object.fate !== "owned");
    if (fate === "owned" || others.length === 0 || !this.#isOnePlan(claims)) return undefined;
    const opposite = { seen: undefined, keep: "delete", delete: "keep" }[fate];
    if (others.some((object) => object.fate === opposite)) return "contradiction";
    if (claims.isShareTold) return undefined;
    claims.isShareTold = true;
    return "shared";
  }

  /** As {@link addObject}, for an object that was planned to keep the queue and is replaced by a new one of the same queue. */
  addReplacement(identity: QueueIdentity, name: string): Sharing | undefined {
    const replaced = this.#get(identity).objects.find((object) => object.name === name);
    return replaced?.fate === "keep" && !replaced.isAbandoned
      ? this.addObject(identity, name, "delete")
      : undefined;
  }

  /** Tells whether another object keeps the queue. One without a name, as a tainted one, may be of an earlier run. */
  isKeptByOther(identity: QueueIdentity, name: string): boolean {
    const claims = this.#get(identity);
    if (name === "" && !this.#isOnePlan(claims)) return false;
    return claims.objects.some(
      (object) => object.name !== name && (object.fate === "keep" || object.fate === "owned"),
    );
  }

  /** Forgets an object that no longer exists. */
  removeObject(identity: QueueIdentity, name: string): void {
    const claims = this.#get(identity);
    claims.objects = claims.objects.filter((object) => object.name !== name);
  }

  /** Tells whether all that is remembered of a queue belongs to one plan. */
  isOnePlan(identity: QueueIdentity): boolean {
    return this.#isOnePlan(this.#get(identity));
  }

  #isOnePlan(claims: Claims): boolean {
    return this.#countUnplanned(claims) === 0;
  }

  #countUnplanned({ unplanned }: Claims): number {
    return unplanned + this.#unplannedUnknown;
  }

  #get(identity: QueueIdentity): Claims {
    const key = toIdentityKey(identity);
    const known = this.#byKey.get(key);
    if (known !== undefined) return known;
    const claims: Claims = { declared: undefined, unplanned: 0, objects: [], isShareTold: false };
    this.#byKey.set(key, claims);
    return claims;
  }
}

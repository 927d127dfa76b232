import { type QueueIdentity, toIdentityKey } from "../queue/queue-identity";
import type { SharedClaims } from "./shared-claims";

/** What a resource does with its queue. `adopt`: creates the queue, or takes over an existing queue. */
export type ClaimKind = "create" | "adopt" | "keep";

/** What an object does with its queue. `seen`: not planned yet. `owned`: has just created or adopted it. */
type Fate = "seen" | "keep" | "delete" | "owned";

/** `contradiction`: one object deletes the queue, one keeps it. `takeover`: one deletes it, one adopts it. */
export type Sharing = "shared" | "contradiction" | "takeover";

/** For each claim, the fates in other processes that contradict the claim, the worst fate first. */
const RIVALS = { create: ["keep"], adopt: ["delete", "keep"], keep: ["adopt", "create"] } as const;

/** The fates that a plan gives to objects. Processes also share other words, such as `gone`. */
const FATES: readonly string[] = ["seen", "keep", "delete"] satisfies Fate[];

interface Claims {
  readonly key: string;
  declared: ClaimKind | undefined;
  /** Number of configurations that were validated and are not planned yet. */
  unplanned: number;
  /** The state's objects for this queue. `name` is from private state; empty if there is no private state. */
  objects: { readonly name: string; fate: Fate; readonly isAbandoned: boolean }[];
  isShareTold: boolean;
}

/**
 * Remembers what a plan or apply does with each queue. Detects two resources that declare the same queue, and
 * two objects in the state that stand for the same queue.
 *
 * Terraform configures the provider anew for each plan and each apply. For a test file, Terraform 1.15
 * configures the provider only once for all runs, but validates each run before it plans the run. Between a
 * validation and its plan, two calls for a queue may belong to different plans. They are not a conflict then.
 */
export class QueueClaims {
  /** Whether the host plans a replaced resource twice, so that one resource may claim its queue twice. */
  readonly areRepeated: boolean;
  readonly #shared: SharedClaims | undefined;
  readonly #service: string;
  readonly #byKey = new Map<string, Claims>();
  /** Like {@link Claims.unplanned}, but for configurations whose queue is not known yet. */
  readonly #unknown = { unplanned: 0 };

  /** @param terraformVersion - contains "pulumi" under Pulumi. @param shared - claims of other processes */
  constructor(terraformVersion = "", shared?: SharedClaims, service = "") {
    this.areRepeated = terraformVersion.includes("pulumi");
    this.#shared = this.areRepeated ? undefined : shared;
    this.#service = service;
  }

  /** Counts a validated configuration. Terraform validates a resource before each plan of that resource. */
  addValidation(identity: QueueIdentity | undefined): void {
    const counted = identity === undefined ? this.#unknown : this.#get(identity);
    counted.unplanned += 1;
  }

  addPlan(identity: QueueIdentity | undefined): void {
    const counted = identity === undefined ? this.#unknown : this.#get(identity);
    counted.unplanned = Math.max(0, counted.unplanned - 1);
  }

  /** Claims a queue; the first claim is kept. @returns another resource's claim, or delete, in the plan */
  claim(identity: QueueIdentity, kind: ClaimKind): ClaimKind | "delete" | undefined {
    const claims = this.#get(identity);
    const other = claims.declared;
    claims.declared = other ?? kind;
    // The object of a kept queue is shared instead.
    const elsewhere = this.#share(claims, kind, kind === "keep" ? undefined : kind);
    return this.#isOnePlan(claims) ? (other ?? RIVALS[kind].find((it) => elsewhere.includes(it))) : undefined;
  }

  release(identity: QueueIdentity): void {
    this.#get(identity).declared = undefined;
  }

  /** Counts the state's objects for this queue. Returns 0 if they may belong to several plans. */
  countObjects(identity: QueueIdentity): number {
    const claims = this.#get(identity);
    if (!this.#isOnePlan(claims)) return 0;
    return claims.objects.length + this.#share(claims, "").filter((it) => FATES.includes(it)).length;
  }

  /** Tells whether another object manages this queue. False if two or more objects are not planned yet. */
  isSecondObject(identity: QueueIdentity): boolean {
    const claims = this.#get(identity);
    return claims.objects.length > 0 && this.#countUnplanned(claims) <= 1;
  }

  /**
   * Remembers what a plan does with one object of the state, and thereby with its queue. @param name - from
   * its private state, or empty. @param options - `isAbandoned`: a destroy keeps the queue
   * @returns how objects share the queue, or undefined. `shared` is returned only the first time
   */
  addObject(
    identity: QueueIdentity,
    name: string,
    fate: Fate,
    { isAbandoned }: { readonly isAbandoned: boolean } = { isAbandoned: false },
  ): Sharing | undefined {
    const claims = this.#get(identity);
    const known = claims.objects.find((object) => object.name === name);
    if (known === undefined) claims.objects.push({ name, fate, isAbandoned });
    else if (fate !== "seen") known.fate = fate;
    const elsewhere = this.#share(claims, name, known?.fate ?? fate);
    if (fate === "owned" || !this.#isOnePlan(claims)) return undefined;
    if (fate === "delete" && elsewhere.includes("adopt")) return "takeover";
    // The old object of a replacement that has just been made: its delete keeps the queue.
    const here = claims.objects.flatMap((object) => (object.name === name ? [] : [object.fate]));
    const others = [...here, ...elsewhere].filter((it) => FATES.includes(it));
    if (others.length === 0) return undefined;
    const opposite = { seen: undefined, keep: "delete", delete: "keep" }[fate];
    if (opposite !== undefined && others.includes(opposite)) return "contradiction";
    if (claims.isShareTold) return undefined;
    claims.isShareTold = true;
    return "shared";
  }

  /** If an object's fate is `keep`, makes it `delete`: the plan replaces it. @returns as {@link addObject} */
  addReplacement(identity: QueueIdentity, name: string): Sharing | undefined {
    const replaced = this.#get(identity).objects.find((object) => object.name === name);
    return replaced?.fate === "keep" && !replaced.isAbandoned
      ? this.addObject(identity, name, "delete")
      : undefined;
  }

  /**
   * Tells whether another object keeps the queue. Returns false for an object without a name (a tainted one)
   * if there may be several plans: the other object may be the same one in an earlier plan.
   */
  isKeptByOther(identity: QueueIdentity, name: string): boolean {
    const claims = this.#get(identity);
    if (name === "" && !this.#isOnePlan(claims)) return false;
    const isKept = (fate: string): boolean => fate === "keep" || fate === "owned";
    const isKeptHere = claims.objects.some((object) => object.name !== name && isKept(object.fate));
    return isKeptHere || this.#share(claims, name).some(isKept);
  }

  removeObject(identity: QueueIdentity, name: string): void {
    const claims = this.#get(identity);
    if (claims.objects.some((object) => object.name === name)) this.#share(claims, name, "gone");
    claims.objects = claims.objects.filter((object) => object.name !== name);
  }

  isOnePlan(identity: QueueIdentity): boolean {
    return this.#isOnePlan(this.#get(identity));
  }

  /** Tells other processes an object's fate, if the fate is certain. @returns the fates of their objects */
  #share(claims: Claims, object: string, fate?: string): readonly string[] {
    const isTold = fate === "owned" || fate === "gone" || this.#isOnePlan(claims);
    return this.#shared?.share(claims.key, object, isTold ? fate : undefined) ?? [];
  }

  #isOnePlan(claims: Claims): boolean {
    return this.#countUnplanned(claims) === 0;
  }

  #countUnplanned({ unplanned }: Claims): number {
    return unplanned + this.#unknown.unplanned;
  }

  #get(identity: QueueIdentity): Claims {
    const key = `${this.#service} ${toIdentityKey(identity)}`;
    const known = this.#byKey.get(key);
    if (known !== undefined) return known;
    const claims: Claims = { key, declared: undefined, unplanned: 0, objects: [], isShareTold: false };
    this.#byKey.set(key, claims);
    return claims;
  }
}

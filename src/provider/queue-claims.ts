import { type QueueIdentity, toIdentityKey } from "../queue/queue-identity";
import type { SharedClaims } from "./shared-claims";

/** What a resource does with its queue. `adopt`: creates the queue, or takes over an existing queue. */
export type ClaimKind = "create" | "adopt" | "keep";

/** What an object does with its queue. `seen`: not planned yet. `owned`: created or adopted now. */
type Fate = "seen" | "keep" | "delete" | "owned";

/** `contradiction`: one object deletes the queue, another keeps it. `takeover`: another adopts it. */
export type Sharing = "shared" | "contradiction" | "takeover";

/** Fates from other processes that contradict a claim, worst first. */
const RIVALS = { create: ["keep"], adopt: ["delete", "keep"], keep: ["adopt", "create"] } as const;

/** The fates that a plan gives to objects. Processes also share other words, such as `gone`. */
const FATES: readonly string[] = ["seen", "keep", "delete"] satisfies Fate[];

interface Claims {
  readonly key: string;
  declared: ClaimKind | undefined;
  /** Number of configurations that were validated, and were not planned since then. */
  unplanned: number;
  /** The queue's objects in the state. A name is from private state; without private state, it is empty. */
  objects: { readonly name: string; fate: Fate; readonly isAbandoned: boolean }[];
  isShareTold: boolean;
}

/**
 * Remembers what a plan or apply does with each queue. Detects two resources that declare the same queue,
 * and two objects of the state that are the same queue.
 *
 * Terraform configures the provider for each plan and each apply. Terraform 1.15 configures it only once for
 * all runs of a test file, but validates every configuration once more before its plan. So if there are more
 * validations than plans, two calls may belong to different plans and are not a conflict.
 */
export class QueueClaims {
  /** Whether the host plans a replaced resource twice, so that one resource may make two claims. */
  readonly areRepeated: boolean;
  readonly #shared: SharedClaims | undefined;
  readonly #service: string;
  readonly #byKey = new Map<string, Claims>();
  /** As {@link Claims.unplanned}, for configurations whose queue is not known yet. */
  readonly #unknown = { unplanned: 0 };

  /** @param terraformVersion - contains "pulumi" under Pulumi. @param shared - claims of other processes */
  constructor(terraformVersion = "", shared?: SharedClaims, service = "") {
    this.areRepeated = terraformVersion.includes("pulumi");
    this.#shared = this.areRepeated ? undefined : shared;
    this.#service = service;
  }

  /** Counts a validated configuration. Terraform validates a resource directly before each of its plans. */
  addValidation(identity: QueueIdentity | undefined): void {
    const counted = identity === undefined ? this.#unknown : this.#get(identity);
    counted.unplanned += 1;
  }

  addPlan(identity: QueueIdentity | undefined): void {
    const counted = identity === undefined ? this.#unknown : this.#get(identity);
    counted.unplanned = Math.max(0, counted.unplanned - 1);
  }

  /** Remembers a queue's first claim. @returns another resource's claim or delete in the same plan */
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

  /** Counts the state's objects for this queue. Returns 0 if the objects may belong to several plans. */
  countObjects(identity: QueueIdentity): number {
    const claims = this.#get(identity);
    if (!this.#isOnePlan(claims)) return 0;
    return claims.objects.length + this.#share(claims, "").filter((it) => FATES.includes(it)).length;
  }

  /** Tells whether another object of the state is this queue, even while one configuration is unplanned. */
  isSecondObject(identity: QueueIdentity): boolean {
    const claims = this.#get(identity);
    return claims.objects.length > 0 && this.#countUnplanned(claims) <= 1;
  }

  /**
   * Remembers what a plan does with one object of the state, and so with its queue.
   * @param name - from its private state, or empty. @param options - `isAbandoned`: a destroy keeps the queue
   * @returns how objects share the queue, or undefined. Returns `shared` only once, but other words each time
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

  /** Changes an object's fate from `keep` to `delete` if the plan now replaces it; see {@link addObject}. */
  addReplacement(identity: QueueIdentity, name: string): Sharing | undefined {
    const replaced = this.#get(identity).objects.find((object) => object.name === name);
    return replaced?.fate === "keep" && !replaced.isAbandoned
      ? this.addObject(identity, name, "delete")
      : undefined;
  }

  /** Tells whether another object keeps the queue. A nameless (tainted) object may be from an earlier run. */
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

  /** Tells other processes an object's fate if it is certain. @returns the fates of their objects */
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

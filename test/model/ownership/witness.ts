import { LONGEST_BLIND_MS } from "../../../src/api/retry-policy";
import { assumeDefaults } from "../../../src/queue/settings";
import { toEntry, type View } from "./ledger";

/** What an apply does with a queue. */
export type Work = "create" | "update" | "delete" | "replace";

/** A sent write: wire names and values. */
export interface SentWrite {
  readonly operation: string;
  readonly body: Readonly<Record<string, unknown>>;
}

/** The response: success, a certain refusal, a refusal for now (429), or nothing certain. */
export type Told = "success" | "refused" | "limited" | "lost";

/**
 * What one pipeline can know of one queue during an apply: what it last read and sent. Judges its writes.
 * The queue must be read before every delete, and before repeating a write that may have been processed or
 * was delayed by more than a second. A value that is neither known nor sent must end the apply (rules F-40 to
 * F-45, F-47).
 */
export class Witness {
  readonly #name: string;
  readonly #now: () => number;
  /** Values by wire name; undefined if the next write goes to a queue that is adopted as read. */
  #known: Map<string, string[]> | undefined;
  #work: Work = "create";
  #declared: ReadonlySet<string> = new Set();
  #read: { readonly view: View | undefined; readonly atMs: number } = { view: undefined, atMs: -Infinity };
  /** Whether a write since the last read may have been processed. */
  #isDoubtful = false;
  /** Whether the same update was sent before. */
  #isRepeat = false;
  #created: "answered" | "inferred" | undefined;
  #adopts = false;
  #mayBeBaseline = false;

  constructor(name: string, now: () => number) {
    this.#name = name;
    this.#now = now;
  }

  /**
   * Begins an apply. @param prior - values of the plan's state, by wire name
   * @param declared - the names that the state or the configuration declares
   * @param adopts - whether an existing queue is adopted
   */
  begin(
    work: Work,
    prior: ReadonlyMap<string, string>,
    declared: ReadonlySet<string>,
    adopts = this.#adopts,
  ): void {
    this.#work = work;
    this.#adopts = adopts;
    this.#created = undefined;
    this.#declared = declared;
    this.#known = work === "create" ? undefined : new Map([...prior].map(([name, value]) => [name, [value]]));
    this.#isDoubtful = this.#isRepeat = this.#mayBeBaseline = false;
  }

  /** Records a read. @param view - the shown queue; undefined if there was none */
  see(view: View | undefined): void {
    const isBaseline = this.#mayBeBaseline && this.#now() - this.#read.atMs <= LONGEST_BLIND_MS;
    // Before an update, all but lists may differ from the plan: the last write wins (rules F-14, F-45).
    const isFirst = this.#work === "update" && !this.#isRepeat;
    for (const [name, { value }] of isBaseline || isFirst ? (view?.settings ?? []) : [])
      if (isBaseline || name !== "requiredStatuses") this.#learn([[name, value]]);
    this.#mayBeBaseline = this.#isDoubtful = false;
    this.#read = { view, atMs: this.#now() };
    if (view === undefined && this.#work === "replace") this.begin("create", new Map(), this.#declared);
  }

  /**
   * Judges a write that is sent now. @param truth - the stored queue
   * @returns what is wrong with it if it takes effect
   */
  judge({ operation, body }: SentWrite, truth: View | undefined): string | undefined {
    if (operation === "createQueue" || truth === undefined) return undefined;
    const { view, atMs } = this.#read;
    const isDelete = operation === "deleteQueue";
    const what = `${this.#name} sends ${operation} ${JSON.stringify(body)} (${this.#work})`;
    if (isDelete && [...truth.submittedAt.values()].some((moment) => moment <= (view?.moment ?? 0)))
      return `${what}: pull requests were in it when it was last read`;
    const isChecked = isDelete || this.#isRepeat || this.#isDeleting;
    if (view === undefined && (isChecked || this.#created !== undefined))
      return `${what}: it was last read as not existing`;
    this.#known ??= toValues(view);
    // A new queue has the value of its concurrency, which is any if it is not declared (rule F-02b).
    const concurrency = view?.settings.get("concurrency")?.value;
    if (this.#created === "inferred" && concurrency !== undefined)
      this.#learn([["bisectionConcurrency", concurrency]]);
    const sent = new Map(listSent(body));
    const planned =
      this.#created !== undefined ? [...sent.keys()] : ["requiredStatuses"].filter((name) => sent.has(name));
    const names = (isChecked ? [...this.#known.keys()] : planned).filter(
      (name) =>
        (name !== "shiny" || this.#declared.has(name)) && (name !== "state" || isDelete || sent.has(name)),
    );
    const seen = view && this.#findForeign(view, names, sent);
    if (seen !== undefined) return `${what}: the last read showed ${seen}`;
    const waitedMs = this.#now() - atMs;
    const unseen = this.#findForeign(truth, names, sent);
    if (unseen !== undefined && (this.#isDoubtful || waitedMs > LONGEST_BLIND_MS))
      return `${what}: no read for ${waitedMs} ms${this.#isDoubtful ? " and a lost write" : ""}, and now ${unseen}`;
    // If the creation is only inferred, values that are not declared prove nothing (rule F-02b).
    if (this.#created === "inferred" && !isChecked)
      this.#learn([...toValues(view)].map(([name, [value = ""]]) => [name, value]));
    return undefined;
  }

  /** Records the result of a write. @param truth - the stored queue after the write */
  conclude({ operation, body }: SentWrite, told: Told, truth: View | undefined): void {
    if (told === "lost") this.#isDoubtful = true;
    if (operation === "updateQueue" && told !== "refused") this.#isRepeat = told !== "success";
    if (told === "refused" || told === "limited") return;
    if (operation === "deleteQueue") {
      if (told === "success" && this.#work === "replace") this.begin("create", new Map(), this.#declared);
      return;
    }
    if (operation === "createQueue") {
      // A queue that is found after a lost response is adopted as it is.
      if (told === "lost" && this.#adopts) return;
      this.#created = told === "success" ? "answered" : "inferred";
      this.#mayBeBaseline = told === "success";
      // A success does not show the queue, but confirms its present values.
      this.#known = told === "success" ? toValues(truth) : new Map();
      // Its default is unknown unless a read shows it at once (rule F-02b).
      this.#known.delete("shiny");
      this.#learn(listSent({ requiredStatuses: [], ...assumeDefaults(body), ...body, state: "running" }));
    } else {
      // The state before a drain is known only from here on.
      const before = this.#read.view?.settings.get("state")?.value;
      if (this.#isDeleting && this.#known?.has("state") === false) this.#learn([["state", before ?? ""]]);
      // Values that were unknown before the first request prove nothing later.
      this.#learn(listSent(body).filter(([sent]) => this.#known?.has(sent) === true));
      if (body["state"] === "draining" && told === "success")
        this.#known?.set("state", [toEntry("draining")]);
    }
    // The whole queue was shown, or just created.
    if (told === "success") this.#read = { view: truth, atMs: this.#now() };
  }

  get #isDeleting(): boolean {
    return this.#work === "delete" || this.#work === "replace";
  }

  #learn(entries: readonly (readonly [string, string])[]): void {
    for (const [name, value] of entries) this.#known?.set(name, [...(this.#known.get(name) ?? []), value]);
  }

  /** Returns the first value that was set by others and is neither known nor equal to a sent one. */
  #findForeign(
    { settings }: View,
    names: readonly string[],
    sent: ReadonlyMap<string, string>,
  ): string | undefined {
    for (const name of names) {
      const { value, by } = settings.get(name) ?? { value: "", by: this.#name };
      const known = this.#known?.get(name);
      if (by === this.#name || known === undefined || [...known, sent.get(name)].includes(value)) continue;
      return `${name} ${value} of ${by}, known is ${known.join()}`;
    }
    return undefined;
  }
}

function toValues(view: View | undefined): Map<string, string[]> {
  return new Map([...(view?.settings ?? [])].map(([name, { value }]) => [name, [value]]));
}

/** Returns the settings of a request. A release leaves an empty list if nothing is inherited. */
function listSent({ deleteRequiredStatuses, ...settings }: SentWrite["body"]): [string, string][] {
  const released = deleteRequiredStatuses === true ? [["requiredStatuses", []] as const] : [];
  return [...Object.entries(settings), ...released].map(([name, value]) => [name, toEntry(value)]);
}

import { assumeDefaults } from "../../../src/queue/settings";
import { toEntry, type View } from "./ledger";

/** A write without a read is taken for granted only within this time after the last read or response, in milliseconds. */
const LONGEST_BLIND_MS = 1_000;

/** What an apply does with a queue. */
export type Work = "create" | "update" | "delete" | "replace";

/** A write as it was sent. */
export interface SentWrite {
  readonly operation: string;
  /** Wire names and values that it sets. */
  readonly body: Readonly<Record<string, unknown>>;
}

/** What the pipeline was told: success, a certain refusal and its status, or nothing certain. */
export type Told = "success" | "lost" | { readonly refused: number };

/**
 * What one pipeline can know of one queue while it applies: what it last read, and what it sent. Judges each of its writes
 * by the one rule: before every delete, and before the repeat of a write that may have been processed or was delayed by more
 * than a second, the queue is read again, and a value that is neither known nor sent ends it (promises F-40 to F-45).
 */
export class Witness {
  readonly #name: string;
  readonly #now: () => number;
  /** Undefined: not known, so that the next read of an existing queue, which is adopted, is the basis. */
  #known: Map<string, string[]> | undefined;
  #work: Work | undefined;
  #adopts = false;
  /** Additional settings that are compared. */
  #declared: readonly string[] = [];
  #read: { readonly view: View | undefined; readonly atMs: number } | undefined;
  /** A write since the last read may have been processed. */
  #isDoubtful = false;
  /** The same update was sent before. */
  #isRepeat = false;
  /** What is known of the creation of the queue in this apply. */
  #creation: "answered" | "inferred" | undefined;
  #mayBeBaseline = false;

  constructor(name: string, now: () => number) {
    this.#name = name;
    this.#now = now;
  }

  /**
   * Begins an apply. @param prior - the state that was planned with: values by wire name, without those not known
   * @param adopts - whether a queue that is found may be taken over
   */
  begin(work: Work, prior: ReadonlyMap<string, string>, adopts: boolean, declared: readonly string[]): void {
    this.#declared = declared;
    this.#work = work;
    this.#adopts = adopts;
    this.#known = work === "create" ? undefined : new Map([...prior].map(([name, value]) => [name, [value]]));
    this.#isDoubtful = false;
    this.#isRepeat = false;
    this.#creation = undefined;
    this.#mayBeBaseline = false;
  }

  /** Records a read. @param view - the queue as it was shown; undefined: there was none */
  see(view: View | undefined): void {
    const isBaseline = this.#mayBeBaseline && this.#now() - (this.#read?.atMs ?? 0) <= LONGEST_BLIND_MS;
    if (isBaseline) view?.settings.forEach(({ value }, name) => this.#learn(name, value));
    this.#mayBeBaseline = false;
    this.#read = { view, atMs: this.#now() };
    this.#isDoubtful = false;
  }

  /**
   * Judges a write that is sent now. @param truth - the queue as it is
   * @returns what is wrong with it if it takes effect
   */
  judge({ operation, body }: SentWrite, truth: View | undefined): string | undefined {
    if (operation === "createQueue" || truth === undefined) return undefined;
    const { view, atMs } = this.#read ?? { view: undefined, atMs: -Infinity };
    const isDelete = operation === "deleteQueue";
    const what = `${this.#name} sends ${operation} ${JSON.stringify(body)} (${this.#work ?? "no apply"})`;
    const pulls = [...truth.submittedAt].filter(([, moment]) => moment <= (view?.moment ?? 0));
    if (isDelete && pulls.length > 0) return `${what}: pull requests were in it when it was last read`;
    const isChecked = isDelete || this.#isRepeat || this.#isDeleting || this.#creation !== undefined;
    if (isChecked && view === undefined) return `${what}: it was last read as not existing`;
    this.#known ??= new Map([...(view?.settings ?? [])].map(([name, { value }]) => [name, [value]]));
    const isFirst = this.#creation === "inferred" && !this.#isRepeat;
    if (isFirst) {
      // The default of an additional setting is not known (promise F-02b).
      for (const [name] of listSent(body))
        if (!this.#known.has(name)) this.#learn(name, view?.settings.get(name)?.value ?? "");
      this.#learnAll(listSent(body));
    }
    const names = isChecked && !isFirst ? [...this.#known.keys()] : listPlanned(body, isFirst);
    // What is sent again as it is changes nothing.
    const own = new Map(listSent(body));
    const seen = view && this.#findForeign(view, names, own);
    if (seen !== undefined) return `${what}: the last read showed ${seen}`;
    const waitedMs = this.#now() - atMs;
    const unseen = this.#findForeign(truth, names, own);
    if (unseen === undefined || (!this.#isDoubtful && waitedMs <= LONGEST_BLIND_MS)) return undefined;
    return `${what}: no read for ${waitedMs} ms${this.#isDoubtful ? ", and a lost write," : ""} and now ${unseen}`;
  }

  /** Records what became of a write. @param truth - the queue when the service was done with it */
  conclude({ operation, body }: SentWrite, told: Told, truth: View | undefined): void {
    this.#isDoubtful ||= told === "lost";
    switch (operation) {
      case "createQueue":
        if (typeof told === "object") return;
        if (told === "lost" && this.#adopts) return;
        this.#creation = told === "success" ? "answered" : "inferred";
        this.#mayBeBaseline = told === "success";
        this.#known = new Map();
        this.#learnAll(toExpected(body));
        // A success shows nothing of the queue, but tells that it is as it is now.
        if (told === "success") {
          truth?.settings.forEach(({ value }, name) => this.#known?.set(name, [value]));
          this.#read = { view: truth, atMs: this.#now() };
        }
        return;
      case "updateQueue": {
        if (typeof told === "object" && told.refused !== 429) return;
        this.#isRepeat = told !== "success";
        if (typeof told === "object") return;
        // What the state was is only known from here on: a drain may have been sent in vain.
        if (this.#isDeleting && this.#known?.has("state") === false)
          this.#learn("state", this.#read?.view?.settings.get("state")?.value ?? "");
        this.#learnAll(listSent(body));
        if (this.#isDeleting && body["state"] === "draining" && told === "success")
          this.#known?.set("state", [toEntry("draining")]);
        // It shows the whole queue.
        if (told === "success") this.#read = { view: truth, atMs: this.#now() };
        return;
      }
      case "deleteQueue":
        if (told !== "success" || this.#work !== "replace") return;
        this.begin("create", new Map(), this.#adopts, this.#declared);
    }
  }

  get #isDeleting(): boolean {
    return this.#work === "delete" || this.#work === "replace";
  }

  #learn(name: string, value: string): void {
    this.#known?.set(name, [...(this.#known.get(name) ?? []), value]);
  }

  #learnAll(entries: readonly [string, string][]): void {
    for (const [name, value] of entries) this.#learn(name, value);
  }

  /** Returns the first value that another hand set and that is neither known nor sent. */
  #findForeign({ settings }: View, names: readonly string[], own: ReadonlyMap<string, string>): string | undefined {
    for (const name of names) {
      const now = settings.get(name);
      if (name === "shiny" && !this.#declared.includes(name)) continue;
      if (now === undefined || now.by === this.#name || own.get(name) === now.value || this.#known?.get(name)?.includes(now.value) !== false)
        continue;
      return `${name} ${now.value} of ${now.by}, known is ${this.#known.get(name)?.join() ?? ""}`;
    }
    return undefined;
  }
}

/** Names of what a first update may not overwrite: a list that was not planned, or anything sent to an inferred queue. */
function listPlanned(body: SentWrite["body"], isInferred: boolean): readonly string[] {
  const names = listSent(body).map(([name]) => name);
  return isInferred ? names : names.filter((name) => name === "requiredStatuses");
}

/** Returns the settings of a request: a release leaves an empty list where nothing is inherited. */
function listSent({ deleteRequiredStatuses, ...settings }: SentWrite["body"]): [string, string][] {
  const released = deleteRequiredStatuses === true ? [["requiredStatuses", []] as const] : [];
  return [...Object.entries(settings), ...released].map(([name, value]) => [name, toEntry(value)]);
}

/** Returns what a new queue of the service gets. */
function toExpected(body: SentWrite["body"]): [string, string][] {
  return listSent({ requiredStatuses: [], ...assumeDefaults(body), ...body }).filter(([name]) => name !== "state");
}

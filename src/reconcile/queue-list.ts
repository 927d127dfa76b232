import type { CallOptions } from "../api/api-client";
import { listAllQueues } from "../api/list-all-queues";
import { formatRepository, type Repository, toIdentityKey } from "../queue/queue-identity";
import { type QueueWithoutContent, toQueueWithoutContent } from "./read-queue";
import type { ReconcileContext } from "./reconcile-context";
import { hasSameId } from "./replaced-queue";

const FRESH_MS = 60_000;

/**
 * Finds queues in the service's list, so that many queues take few requests. Reads the first queue alone, so
 * that a wrong token or address fails only once. Then reads at most one page of the list per further queue.
 * While all queues belong to one repository, lists only this repository. If no page shows a queue, reads it
 * alone.
 */
export class QueueList {
  readonly #startedAtMs: number;
  /** Number of queues requested so far, not counting the first queue. */
  #wanted = 0;
  readonly #repos = new Map<string, Repository>();
  #first: Promise<QueueWithoutContent> | undefined;
  readonly #found = new Map<string, QueueWithoutContent>();
  #pages: ReturnType<typeof listAllQueues> | undefined;
  #isOfOne = false;
  #pageCount = 0;
  #isEnded = false;
  #turn: Promise<void> | undefined;
  #options: CallOptions | undefined;

  constructor(startedAtMs: number) {
    this.#startedAtMs = startedAtMs;
  }

  isFresh(nowMs: number): boolean {
    return nowMs - this.#startedAtMs <= FRESH_MS;
  }

  /** Returns a queue from the list. If the list lacks the queue, calls `readAlone`. @throws as `readAlone` */
  async read(
    context: ReconcileContext,
    readAlone: () => Promise<QueueWithoutContent>,
  ): Promise<QueueWithoutContent> {
    const { repo } = context.queue;
    this.#repos.set(formatRepository(repo).toLowerCase(), repo);
    if (this.#first === undefined) {
      this.#first = readAlone();
      return this.#first;
    }
    this.#wanted += 1;
    await this.#first.catch(() => undefined);
    for (;;) {
      const found = this.#found.get(toIdentityKey(context.queue));
      // With another id, or none yet, a read must tell whether the queue is gone.
      if (found !== undefined && hasSameId(found, context)) return found;
      if (found !== undefined || !this.#isPageDue()) return readAlone();
      this.#options = context;
      this.#turn ??= this.#readPage(context).finally(() => {
        this.#turn = undefined;
      });
      await this.#turn;
    }
  }

  #isPageDue(): boolean {
    if (this.#turn !== undefined) return true;
    // This list has only one repository.
    if (this.#isOfOne && this.#repos.size > 1) {
      this.#pages = undefined;
      this.#isOfOne = false;
      this.#isEnded = false;
    }
    return !this.#isEnded && this.#pageCount + 1 < this.#wanted;
  }

  async #readPage({ api }: ReconcileContext): Promise<void> {
    const [repo] = this.#repos.size === 1 ? [...this.#repos.values()] : [];
    this.#isOfOne ||= this.#pages === undefined && repo !== undefined;
    this.#pages ??= listAllQueues(api, repo, () => this.#options as CallOptions);
    this.#pageCount += 1;
    try {
      const { value, done } = await this.#pages.next();
      for (const queue of value ?? []) this.#found.set(toIdentityKey(queue), toQueueWithoutContent(queue));
      this.#isEnded ||= done === true;
    } catch {
      // Perhaps the key may not list. A single read finds the reason.
      this.#isEnded = true;
    }
  }
}

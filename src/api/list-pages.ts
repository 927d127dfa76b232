import {
  type ErrorDetails,
  hasErrorCode,
  isMergeQueueError,
  MergeQueueError,
} from "../queue/merge-queue-error";
import { quote } from "../text/quote";

/** Maximum empty pages in a row. Filters can empty some pages, but so many mean that the list never ends. */
const MAX_EMPTY_PAGES = 1000;

/** Maximum consecutive restarts of the list that find no new item. */
const MAX_RESTARTS = 3;

/** A list of the service that is read page by page. */
export interface PagedList<Item> {
  /** Cursor of the first page to read. If undefined, reads from the list's first page. */
  readonly first: string | undefined;
  readonly readPage: (
    cursor: string | undefined,
  ) => Promise<{ readonly items: readonly Item[]; readonly nextCursor?: string | undefined }>;
  /** Returns the key by which an item is recognised after a restart of the list. */
  readonly getKey: (item: Item) => unknown;
  /** How messages call all items (`the queues`) and a single item (`a queue`). */
  readonly nouns: readonly [all: string, one: string];
  /** Details of the error for an invalid cursor. */
  readonly details: ErrorDetails;
}

/**
 * Reads a list page by page. Reads the next page only after the caller has consumed the previous page. If the
 * service refuses a cursor, restarts the list and skips items that were already returned.
 * @throws MergeQueueError `unexpected_response` if the service repeats a cursor, returns an invalid cursor,
 * or returns 1000 empty pages in a row; and the errors that `readPage` throws
 */
export async function* listPages<Item>({
  first,
  readPage,
  getKey,
  nouns: [all, one],
  details,
}: PagedList<Item>): AsyncGenerator<readonly Item[], void, undefined> {
  const refuse = (refused: string, problem: string, cause?: unknown): MergeQueueError => {
    const message =
      `Listing ${all} failed: the service sent the cursor ${quote(refused)}, ${problem}. The list is incomplete. ` +
      "This is an error of the service.";
    return new MergeQueueError("unexpected_response", message, { ...details, field: "nextCursor" }, cause);
  };
  const seen = new Set<string>();
  const yielded = new Set<unknown>();
  let cursor = first;
  let isRestarted = false;
  let restarts = 0;
  let emptyPages = 0;
  for (;;) {
    let page;
    try {
      page = await readPage(cursor);
    } catch (error) {
      if (isCursorInvalid(error) && cursor !== first && restarts < MAX_RESTARTS) {
        cursor = first;
        seen.clear();
        isRestarted = true;
        restarts++;
        continue;
      }
      const isRefused = hasErrorCode(error, "invalid_request") && error.details.field === "cursor";
      if (!isRefused || cursor === undefined || !seen.has(cursor)) throw error;
      throw refuse(cursor, "which is not a UUID, so the client cannot request the next page", error);
    }
    const { items, nextCursor } = page;
    const added = isRestarted ? items.filter((item) => !yielded.has(getKey(item))) : items;
    for (const item of added) yielded.add(getKey(item));
    if (added.length > 0) {
      restarts = 0;
      yield added;
    }
    if (nextCursor === undefined) return;
    if (seen.has(nextCursor) || nextCursor === first) {
      throw refuse(nextCursor, "which it had already sent. Reading on would never end");
    }
    // The consumer gets no chance to stop while pages are empty.
    emptyPages = items.length === 0 ? emptyPages + 1 : 0;
    if (emptyPages === MAX_EMPTY_PAGES)
      throw refuse(nextCursor, `after ${MAX_EMPTY_PAGES} pages without ${one}`);
    seen.add(nextCursor);
    cursor = nextCursor;
  }
}

/** Tells whether a list must be restarted, because the service no longer accepts its cursor. */
export function isCursorInvalid(error: unknown): boolean {
  return isMergeQueueError(error) && error.details.serverCode === "INVALID_CURSOR";
}

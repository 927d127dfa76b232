import { hash } from "node:crypto";
import { jsonResponse, type ServiceResponse } from "../http/delivery";
import { SecondError } from "./second-error";
import type { SecondContext } from "./second-handler";

const DEFAULT_LIMIT = 25;

/** Digits of the checksum in a cursor. */
const CHECK_LENGTH = 16;

/** How a list is divided. */
export interface ListedRequest {
  readonly limit?: number | undefined;
  readonly cursor?: string | undefined;
  readonly includeTotal?: boolean | undefined;
}

/** Makes a key of a number, such as a position or a time, that sorts like it. */
export function toPlaceKey(place: number): string {
  return String(place).padStart(16, "0");
}

/** Everything that a list shows, and how. */
export interface Listed<Item> {
  /** In the order of the list. */
  readonly items: readonly Item[];
  /** Its place in the list: unique, and kept for as long as it is listed. Sorts like the list. */
  readonly toKey: (item: Item) => string;
  /** Whether keys fall from the first item to the last. Default: false. */
  readonly isDescending?: boolean;
  readonly show: (item: Item) => object;
}

/**
 * Cuts a page out of a list. Its cursor names the last item's key, so that nothing is shown twice or left out
 * when others come or go, and belongs to the operation and to the other fields of the request.
 * @throws SecondError if the cursor does not
 */
export function toPage<Item>(
  context: SecondContext,
  request: ListedRequest,
  { items, toKey, isDescending = false, show }: Listed<Item>,
): { readonly response: ServiceResponse; readonly page: readonly Item[] } {
  const { limit = DEFAULT_LIMIT, cursor, includeTotal = false, ...filters } = request;
  const scope = [context.engine.state.seed, context.name, JSON.stringify(filters)].join("\n");
  const after = cursor === undefined ? undefined : readCursor(scope, cursor);
  const isLeft = (item: Item): boolean => {
    if (after === undefined) return true;
    return isDescending ? toKey(item) < after : toKey(item) > after;
  };
  const left = items.filter(isLeft);
  const page = left.slice(0, limit);
  const last = page.at(-1);
  const hasMore = left.length > page.length;
  const response = jsonResponse(200, {
    data: page.map(show),
    nextCursor: hasMore && last !== undefined ? formatCursor(scope, toKey(last)) : null,
    hasMore,
    ...(includeTotal ? { total: items.length } : {}),
  });
  return { response, page };
}

function formatCursor(scope: string, key: string): string {
  return Buffer.from(`${checksum(scope, key)}${key}`).toString("base64url");
}

function readCursor(scope: string, cursor: string): string {
  const text = Buffer.from(cursor, "base64url").toString();
  const key = text.slice(CHECK_LENGTH);
  if (cursor === formatCursor(scope, key)) return key;
  throw new SecondError(
    "INVALID_CURSOR",
    "The cursor does not belong to this list. Begin again without one.",
  );
}

function checksum(scope: string, key: string): string {
  return hash("sha256", `${scope}\n${key}`).slice(0, CHECK_LENGTH);
}

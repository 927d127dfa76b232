import { hash } from "node:crypto";
import type { SecondRequest } from "../../wire/second/operations";
import { jsonResponse, type ServiceResponse } from "../http/delivery";
import { type SecondContext, SecondError } from "./second-error";

const CHECK_LENGTH = 16;

/** Writes a number, such as a position or a time, as a key that sorts like the number. */
export function toPlaceKey(place: number): string {
  return String(place).padStart(16, "0");
}

interface Listed<Item> {
  readonly items: readonly Item[];
  /** Returns the sort key of an item. The key is unique, and stays the same while the item is listed. */
  readonly toKey: (item: Item) => string;
  readonly isDescending?: boolean;
  readonly show: (item: Item) => object;
}

/** Makes a page of a list. @throws SecondError if the cursor is of another list, or of other filters */
export function toPage<Item>(
  context: SecondContext,
  request: Pick<SecondRequest<"GET /merge-queues">, "limit" | "cursor" | "includeTotal">,
  { items, toKey, isDescending = false, show }: Listed<Item>,
): { readonly response: ServiceResponse; readonly page: readonly Item[] } {
  const { limit = 25, cursor, includeTotal = false, ...filters } = request;
  const scope = [context.engine.state.seed, context.name, JSON.stringify(filters)].join("\n");
  const after = cursor === undefined ? undefined : readCursor(scope, cursor);
  const left = items
    .map((item) => ({ item, key: toKey(item) }))
    .filter(({ key }) => after === undefined || (isDescending ? key < after : key > after))
    .sort((a, b) => (a.key < b.key === isDescending ? 1 : -1));
  const page = left.slice(0, limit);
  const last = left.length > page.length ? page.at(-1) : undefined;
  const response = jsonResponse(200, {
    data: page.map(({ item }) => show(item)),
    nextCursor: last === undefined ? null : formatCursor(scope, last.key),
    hasMore: left.length > page.length,
    ...(includeTotal ? { total: items.length } : {}),
  });
  return { response, page: page.map(({ item }) => item) };
}

function formatCursor(scope: string, key: string): string {
  const checksum = hash("sha256", `${scope}\n${key}`).slice(0, CHECK_LENGTH);
  return Buffer.from(`${checksum}${key}`).toString("base64url");
}

function readCursor(scope: string, cursor: string): string {
  const text = Buffer.from(cursor, "base64url").toString();
  const key = text.slice(CHECK_LENGTH);
  if (cursor === formatCursor(scope, key)) return key;
  throw new SecondError(
    "INVALID_CURSOR",
    "The cursor does not belong to this list. Begin again without a cursor.",
  );
}

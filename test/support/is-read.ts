import { OPERATIONS } from "../../src/wire/first/operations";
import { SECOND_OPERATIONS } from "../../src/wire/second/operations";

const ALL: ReadonlyMap<string, { readonly isRead: boolean }> = new Map(
  Object.entries({ ...OPERATIONS, ...SECOND_OPERATIONS }),
);

/** Tells whether a request of an operation, of either interface, only reads. */
export function isRead(operation: string | undefined): boolean {
  return ALL.get(operation ?? "")?.isRead === true;
}

import { OPERATIONS, type OperationName } from "../../src/wire/first/operations";

/** Tells whether a request of an operation only reads. */
export function isRead(operation: string | undefined): boolean {
  return (
    operation !== undefined &&
    Object.hasOwn(OPERATIONS, operation) &&
    OPERATIONS[operation as OperationName].isRead
  );
}

/**
 * What kind of fault it is: `syntax` where a text is no expression; `invalid` where Terraform would fail as well, and
 * where `try` and `can` help; `refused` where nothing helps: a limit of this reader, or a fault elsewhere.
 */
export type ExpressionFault = "syntax" | "invalid" | "refused";

/** An expression that has no value. The message is a clause without a capital and without a full stop. */
export class ExpressionError extends Error {
  override readonly name = "ExpressionError";
  readonly fault: ExpressionFault;

  constructor(fault: ExpressionFault, message: string) {
    super(message);
    this.fault = fault;
  }
}

/** Makes the error of an expression that Terraform refuses, too. */
export function invalid(message: string): ExpressionError {
  return new ExpressionError("invalid", message);
}

/** Makes the error of an expression that is beyond what is read here. */
export function refused(message: string): ExpressionError {
  return new ExpressionError("refused", message);
}

/** Codes of refusals, with their HTTP status. */
export const CONTROL_STATUSES = {
  /** The host name is not a loopback name. */
  host_foreign: 403,
  /** The token is missing or wrong. */
  token_wrong: 401,
  /** The operation does not exist. */
  operation_unknown: 404,
  /** The operation has another method. */
  method_wrong: 405,
  /** The body is not declared as `application/json`. */
  content_type_wrong: 415,
  /** The body is larger than 20 MiB. */
  body_too_large: 413,
  /** The body is not JSON, or it breaks a rule of the operation. */
  body_invalid: 400,
  /** An object that the request names does not exist. */
  not_found: 404,
  /** The current state does not allow it. */
  refused: 409,
} as const;

/** Code of a refusal of the control interface. */
export type ControlErrorCode = keyof typeof CONTROL_STATUSES;

/** A refusal of the control interface. */
export class ControlError extends Error {
  override readonly name = "ControlError";
  readonly code: ControlErrorCode;
  /** Every problem, in one sentence each. */
  readonly problems: readonly string[];

  constructor(code: ControlErrorCode, message: string, problems: readonly string[] = []) {
    super(message);
    this.code = code;
    this.problems = problems;
  }
}

/** The reasons why the provider plugin cannot be installed. */
export type DistributionErrorCode =
  /** The bundle or the package was not found. */
  | "provider_not_built"
  /** The file system refused a write: no permission, no space, or a file in place of a directory. */
  | "not_writable"
  /** A mirror contains a different package with the same version. */
  | "foreign_content"
  /** The plugin needs a Unix system, because a `sh` script starts it. */
  | "unsupported_platform";

const BRAND = Symbol.for("terraform-provider-mergequeue/DistributionError");

/** The only error class of this folder. Distinguish errors by their codes. */
export class DistributionError extends Error {
  override readonly name = "DistributionError";
  readonly code: DistributionErrorCode;
  readonly [BRAND] = true;

  /** @param message - a text that tells the user what happened, where, and what to do next */
  constructor(code: DistributionErrorCode, message: string, cause?: unknown) {
    super(message, cause === undefined ? undefined : { cause });
    this.code = code;
  }
}

/** Whether a caught value is a {@link DistributionError}, even of another copy of this package. */
export function isDistributionError(value: unknown): value is DistributionError {
  return typeof value === "object" && value !== null && BRAND in value;
}

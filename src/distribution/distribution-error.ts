/** Every way in which providing the provider plugin can fail. */
export const DISTRIBUTION_ERROR_CODES = [
  /** The bundle that the plugin consists of is not where the build puts it, or the package is not found. */
  "provider_not_built",
  /** A file system refuses: permissions, no space, a file where a directory is needed. */
  "not_writable",
  /** A mirror holds something else under the name of this version. */
  "foreign_content",
  /** The plugin needs a Unix: it is started by a `sh` script. */
  "unsupported_platform",
] as const;

/** One of {@link DISTRIBUTION_ERROR_CODES}. */
export type DistributionErrorCode = (typeof DISTRIBUTION_ERROR_CODES)[number];

const BRAND = Symbol.for("terraform-provider-mergequeue/DistributionError");

/**
 * The only error of this folder. It stands apart from the error of the queue operations because finding and
 * copying files knows nothing of queues. Tell situations apart by {@link DistributionError.code}.
 */
export class DistributionError extends Error {
  override readonly name = "DistributionError";
  /** What happened, for programs. */
  readonly code: DistributionErrorCode;
  readonly [BRAND] = true;

  /**
   * @param code - what happened, for programs
   * @param message - what happened, where, and what to do next, for people
   * @param cause - the error that led to this one
   */
  constructor(code: DistributionErrorCode, message: string, cause?: unknown) {
    super(message, cause === undefined ? undefined : { cause });
    this.code = code;
  }
}

/** Tells whether a caught value is a {@link DistributionError}, also one of another copy of this package. */
export function isDistributionError(value: unknown): value is DistributionError {
  return typeof value === "object" && value !== null && BRAND in value;
}

import { capitalize } from "../text/capitalize";
import { quote } from "../text/quote";

/** What a message advises if only Terraform knows a value. */
export const WAYS_ON = "Compute it in TypeScript, or plan with Terraform and use mergequeue review.";

/** Matches an expression that contains only names: `${var.token}`. */
const MERE_REFERENCE = /^\$\{[\w.-]+\}$/;

/** Says that a value cannot be evaluated. The message omits the value. `expression` may contain a secret. */
export class UnreadError extends Error {
  override readonly name = "UnreadError";
  /** Whether Terraform may know the value. If false, Terraform refuses the value, too. */
  readonly isTerraformOnly: boolean;
  /** The expression as written, `${upper(var.x)}`; undefined for a literal. */
  readonly expression: string | undefined;

  /** @param reason - a clause; empty if only Terraform knows the value and there is no other reason */
  constructor(
    reason: string,
    { isTerraformOnly, expression }: Partial<Pick<UnreadError, "isTerraformOnly" | "expression">> = {},
  ) {
    super(reason);
    this.isTerraformOnly = isTerraformOnly === true;
    this.expression = expression;
  }

  /** Returns the sentences of a finding. If `isSecret`, the sentences show only references. */
  describe({ isSecret = false } = {}): string {
    const { expression, message } = this;
    const isShown = expression !== undefined && (!isSecret || MERE_REFERENCE.test(expression));
    if (this.isTerraformOnly) {
      const why = message === "" ? "" : `: ${message}`;
      return `${isShown ? quote(expression) : "It"} is not evaluated here${why}. ${WAYS_ON}`;
    }
    const sentence = /[.?]$/.test(message) ? message : `${message}.`;
    return isShown ? `${quote(expression)} has no value: ${sentence}` : capitalize(sentence);
  }
}

/** Makes the error for a value that only Terraform knows. */
export function terraformOnly(reason = ""): UnreadError {
  return new UnreadError(reason, { isTerraformOnly: true });
}

/** Evaluates an expression. If an error names no expression, adds this expression to it. */
export function explain<T>(expression: string | undefined, evaluate: () => T): T {
  try {
    return evaluate();
  } catch (error) {
    if (!(error instanceof UnreadError) || error.expression !== undefined) throw error;
    throw new UnreadError(error.message, { isTerraformOnly: error.isTerraformOnly, expression });
  }
}

import { capitalize } from "../text/capitalize";
import { quote } from "../text/quote";

/** Advice in messages about values that only Terraform knows. */
export const WAYS_ON = "Compute it in TypeScript, or plan with Terraform and use mergequeue review.";

/** Matches an expression that contains only names: `${var.token}`. */
const MERE_REFERENCE = /^\$\{[\w.-]+\}$/;

/** Tells why a value cannot be evaluated. The message never shows the value; `expression` may be secret. */
export class UnreadError extends Error {
  override readonly name = "UnreadError";
  /** Whether Terraform could evaluate the value. If not, Terraform refuses the value, too. */
  readonly isTerraformOnly: boolean;
  /** The expression in its original form: `${upper(var.x)}`. Undefined for a literal. */
  readonly expression: string | undefined;

  /** @param reason - a clause. Empty if the only reason is that only Terraform knows the value. */
  constructor(
    reason: string,
    { isTerraformOnly, expression }: Partial<Pick<UnreadError, "isTerraformOnly" | "expression">> = {},
  ) {
    super(reason);
    this.isTerraformOnly = isTerraformOnly === true;
    this.expression = expression;
  }

  /** Returns the message of a finding. If `isSecret`, shows the expression only if it is a mere reference. */
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

/** Evaluates an expression. Adds the expression to an UnreadError that does not have one yet. */
export function explain<T>(expression: string | undefined, evaluate: () => T): T {
  try {
    return evaluate();
  } catch (error) {
    if (!(error instanceof UnreadError) || error.expression !== undefined) throw error;
    throw new UnreadError(error.message, { isTerraformOnly: error.isTerraformOnly, expression });
  }
}

import { capitalize } from "../text/capitalize";
import { quote } from "../text/quote";

/** How to go on where only Terraform knows a value. */
export const WAYS_ON = "Compute it in TypeScript, or plan with Terraform and use mergequeue review.";

/** `${var.token}`: names and nothing else. */
const MERE_REFERENCE = /^\$\{[\w.-]+\}$/;

/** A value is not known here. The message holds no value; the expression, maybe with a secret, is a field. */
export class UnreadError extends Error {
  override readonly name = "UnreadError";
  /** Whether Terraform may know the value; else Terraform refuses it, too. */
  readonly isTerraformOnly: boolean;
  /** The expression as written, `${upper(var.x)}`; undefined if a literal is at fault. */
  readonly expression: string | undefined;

  /** @param reason - a clause; may be empty if only Terraform knows the value */
  constructor(
    reason: string,
    { isTerraformOnly, expression }: Partial<Pick<UnreadError, "isTerraformOnly" | "expression">> = {},
  ) {
    super(reason);
    this.isTerraformOnly = isTerraformOnly === true;
    this.expression = expression;
  }

  /** Returns the sentences of a finding. @param options - `isSecret`: only a mere reference may be shown */
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

/** As {@link UnreadError}, for what only Terraform evaluates. */
export function terraformOnly(reason = ""): UnreadError {
  return new UnreadError(reason, { isTerraformOnly: true });
}

/** Evaluates an expression; an error names it, unless it names one that is further inside. */
export function explain<T>(expression: string | undefined, evaluate: () => T): T {
  try {
    return evaluate();
  } catch (error) {
    if (!(error instanceof UnreadError) || error.expression !== undefined) throw error;
    throw new UnreadError(error.message, { isTerraformOnly: error.isTerraformOnly, expression });
  }
}

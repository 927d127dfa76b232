/**
 * A Terraform number: arbitrary precision, kept as the decimal text or integer that arrived (rule C-12), so
 * that echoing it never loses a bit.
 */
export class TfNumber {
  /** Canonical decimal text; equal numbers have equal text. */
  readonly text: string;

  private constructor(text: string) {
    this.text = text;
  }

  /** Makes a number of a JavaScript integer or finite float. */
  static of(value: number | bigint): TfNumber {
    return new TfNumber(value.toString());
  }
}

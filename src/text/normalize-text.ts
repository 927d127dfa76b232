/** Returns a string as Terraform stores it: in Unicode NFC, with U+FFFD in place of unpaired surrogates. */
export function normalizeText(text: string): string {
  // Most texts are ASCII, which is its own normal form.
  if (!/[\u0080-\uffff]/.test(text)) return text;
  return text.replace(/\p{Surrogate}/gu, "\uFFFD").normalize("NFC");
}

/** Returns a string as Terraform holds it: Unicode NFC, and U+FFFD in place of half surrogate pairs. */
export function normalizeText(text: string): string {
  // Most texts are ASCII, which is its own normal form.
  if (!/[\u0080-\uffff]/.test(text)) return text;
  return text.replace(/\p{Surrogate}/gu, "\uFFFD").normalize("NFC");
}

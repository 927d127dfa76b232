/**
 * Brings a string into the form in which Terraform holds strings: Unicode NFC (rule C-14), and U+FFFD in place
 * of half surrogate pairs, which UTF-8 cannot carry.
 */
export function normalizeText(text: string): string {
  // Most texts are ASCII, which is its own normal form.
  if (!/[\u0080-\uffff]/.test(text)) return text;
  return text.replace(/\p{Surrogate}/gu, "\uFFFD").normalize("NFC");
}

/**
 * Brings a string into the form in which Terraform holds strings: Unicode NFC (rule C-14), and U+FFFD in place
 * of half surrogate pairs, which UTF-8 cannot carry.
 */
export function normalizeText(text: string): string {
  return text.replace(/\p{Surrogate}/gu, "\uFFFD").normalize("NFC");
}

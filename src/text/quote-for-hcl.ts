/** Writes text as an HCL string literal without expressions. HCL supports JSON's escapes. */
export function quoteForHcl(text: string): string {
  return JSON.stringify(text).replace(/[$%](?=\{)/g, "$&$&");
}

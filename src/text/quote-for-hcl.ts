/** Writes a string literal of HCL in which nothing is an expression. HCL supports JSON's escapes. */
export function quoteForHcl(text: string): string {
  return JSON.stringify(text).replace(/[$%](?=\{)/g, "$&$&");
}

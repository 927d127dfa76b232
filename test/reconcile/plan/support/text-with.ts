/** Matches, within an expected value, a text that holds another one or that fits a pattern. */
export function textWith(part: string | RegExp): unknown {
  return typeof part === "string" ? expect.stringContaining(part) : expect.stringMatching(part);
}

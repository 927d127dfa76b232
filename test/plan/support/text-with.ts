/** Matches, within an expected value, a string that contains another one or fits a pattern. */
export function textWith(part: string | RegExp): unknown {
  return typeof part === "string" ? expect.stringContaining(part) : expect.stringMatching(part);
}

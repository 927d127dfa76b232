const FIRST_DELAY_MS = 250;
const LONGEST_DELAY_MS = 5_000;

/** Makes a source of waiting times between polls in milliseconds: 250 at first, doubling up to 5,000. */
export function createPollDelays(): () => number {
  let nextMs = FIRST_DELAY_MS;
  return () => {
    const delayMs = nextMs;
    nextMs = Math.min(nextMs * 2, LONGEST_DELAY_MS);
    return delayMs;
  };
}

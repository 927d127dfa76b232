/** What JSON leaves as it is although a terminal obeys it: C1 controls, and what reorders or breaks lines. */
const STEERING = /[\u007f-\u009f\p{Bidi_Control}\u2028\u2029]/gu;

/**
 * Writes a value as one JSON document with its line break. Text from elsewhere cannot steer a terminal: what
 * could is escaped as JSON allows (promise S-14). Numbers that JSON has no word for become null.
 */
export function printJson(value: unknown): string {
  const json = JSON.stringify(value, undefined, 2).replace(
    STEERING,
    // Such a character stands within a string, because nothing else in JSON can hold it.
    (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, "0")}`,
  );
  return `${json}\n`;
}

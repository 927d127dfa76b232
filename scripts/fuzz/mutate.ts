/** Bytes that an input may have: what is wrong shows in small inputs, and those are quick. */
export const MAX_INPUT_BYTES = 4096;

/** Numbers around which things go wrong, as text. */
const NUMBERS = ["0", "-1", "1e999", "-0", "9007199254740993", "4294967296", "1e-7", "0.1", "00", "1.0"];

/** Bytes around which things go wrong. */
const BYTES = [0x00, 0x01, 0x1f, 0x22, 0x5c, 0x7f, 0x80, 0xc1, 0xdf, 0xff];

/** What mutations draw on. */
export interface MutationSource {
  /** Answers from 0 (inclusive) to 1 (exclusive). */
  readonly random: () => number;
  /** Pieces to put in. */
  readonly words: readonly string[];
  /** Another input, to take a part of. */
  readonly other: Uint8Array;
}

/** Changes an input in one to four places. */
export function mutate(input: Uint8Array, source: MutationSource): Uint8Array {
  let result = input;
  for (let left = 1 + pickBelow(source.random, 4); left > 0; left -= 1) result = mutateOnce(result, source);
  return result.subarray(0, MAX_INPUT_BYTES);
}

function mutateOnce(input: Uint8Array, { random, words, other }: MutationSource): Uint8Array {
  const at = pickBelow(random, input.length + 1);
  const end = Math.min(input.length, at + 1 + pickBelow(random, 16));
  const replace = (middle: Uint8Array, behind: number): Uint8Array =>
    Buffer.concat([input.subarray(0, at), middle, input.subarray(behind)]);
  switch (pickBelow(random, 9)) {
    case 0:
      return replace(Uint8Array.of((input[at] ?? 0) ^ (1 << pickBelow(random, 8))), at + 1);
    case 1:
      return replace(Uint8Array.of(pickFrom(random, BYTES) ?? 0), at + 1);
    case 2:
      return replace(Uint8Array.of(pickBelow(random, 256)), at);
    case 3:
      return replace(new Uint8Array(), end);
    case 4:
      // Once more, or many times: depth and length.
      return replace(
        Buffer.concat(Array.from({ length: 2 ** pickBelow(random, 8) }, () => input.subarray(at, end))),
        end,
      );
    case 5:
      return replace(Buffer.from(pickFrom(random, NUMBERS) ?? ""), at);
    case 6: {
      const from = pickBelow(random, other.length + 1);
      return replace(other.subarray(from, from + pickBelow(random, 64)), at);
    }
    default:
      return replace(Buffer.from(pickFrom(random, words) ?? ""), random() < 0.5 ? at : end);
  }
}

/** Answers one of the elements; undefined if there is none. */
export function pickFrom<T>(random: () => number, elements: readonly T[]): T | undefined {
  return elements[pickBelow(random, elements.length)];
}

function pickBelow(random: () => number, limit: number): number {
  return Math.floor(random() * limit);
}

import type { FuzzTarget } from "../../../scripts/fuzz/fuzz-target";

function crash(input: Uint8Array): void {
  const [first, second, third] = input;
  if (first !== 0x7b) return;
  if (second !== 0xff) return;
  if (third === 0x22) throw new Error("planted");
}

function hang(input: Uint8Array): void {
  while (input[0] === 0x80) {
    // For ever.
  }
}

function devour(input: Uint8Array): void {
  const hoard: object[] = [];
  while (input[0] === 0x80) hoard.push({ hoard: new Array<number>(1000).fill(1) });
}

/** Targets with a fault each that a fuzzer must find. */
export const TARGETS: readonly FuzzTarget[] = [
  { name: "crash", words: ["{"], run: crash },
  { name: "hang", words: [], run: hang },
  { name: "memory", words: [], run: devour },
];

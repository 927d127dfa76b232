import { refused } from "../expression-error";
import type { Instruction } from "./compile-regex";
import { compileRegex } from "./compile-regex";
import { parseRegex } from "./parse-regex";
import type { Assertion } from "./regex-node";

/** Where a regular expression matches. */
export interface RegexMatch {
  /** Index of the first character, and of the one behind the last. */
  readonly start: number;
  readonly end: number;
  /** What its groups hold, in their order; undefined for those that took no part. */
  readonly groups: readonly (string | undefined)[];
}

/** Most steps that one search may take: instructions times characters. */
const MAX_WORK = 50_000_000;

/** A way through the program that is still possible, with the places noted on it. */
interface Thread {
  readonly at: number;
  readonly places: readonly (number | undefined)[];
}

/**
 * A regular expression of RE2's syntax, whose time grows with its length and the text's and no more: all ways through it
 * are gone at once, the preferred one first.
 */
export class LinearRegex {
  /** Names of the groups in their order; undefined for those without. */
  readonly groupNames: readonly (string | undefined)[];
  readonly #program: readonly Instruction[];

  /** @throws ExpressionError `invalid` or `refused` */
  constructor(pattern: string) {
    const { node, groupNames } = parseRegex(pattern);
    this.groupNames = groupNames;
    this.#program = compileRegex(node);
  }

  /** Finds the first match. @returns undefined if there is none */
  tryFind(text: string): { readonly match: RegexMatch; readonly characters: readonly string[] } | undefined {
    const characters = Array.from(text);
    const match = this.#search(characters, 0);
    return match === undefined ? undefined : { match, characters };
  }

  /** Finds all matches that do not overlap; an empty one right behind another one does not count. */
  findAll(text: string): { readonly matches: readonly RegexMatch[]; readonly characters: readonly string[] } {
    const characters = Array.from(text);
    const matches: RegexMatch[] = [];
    let from = 0;
    let lastEnd = -1;
    while (from <= characters.length) {
      const match = this.#search(characters, from);
      if (match === undefined) break;
      const isEmpty = match.end === match.start;
      if (!isEmpty || match.end !== lastEnd) matches.push(match);
      lastEnd = match.end;
      from = isEmpty ? match.end + 1 : match.end;
      if (matches.length * this.#program.length > MAX_WORK) throw tooMuch();
    }
    return { matches, characters };
  }

  #search(characters: readonly string[], from: number): RegexMatch | undefined {
    if (this.#program.length * (characters.length + 1) > MAX_WORK) throw tooMuch();
    let found: Thread | undefined;
    let threads: Thread[] = [];
    for (let place = from; place <= characters.length; place += 1) {
      const next: Thread[] = [];
      const seen = new Set<number>();
      for (const thread of threads) this.#follow(thread, place, characters, seen, next);
      // A match that begins here counts less than all that began before.
      if (found === undefined) this.#follow({ at: 0, places: [] }, place, characters, seen, next);
      threads = [];
      for (const thread of next) {
        const instruction = this.#program[thread.at];
        if (instruction?.kind === "match") {
          found = thread;
          // Threads behind it are less preferred.
          break;
        }
        const character = characters[place];
        if (instruction?.kind === "character" && character !== undefined && instruction.test(character)) {
          threads.push({ at: thread.at + 1, places: thread.places });
        }
      }
      if (found !== undefined && threads.length === 0) break;
    }
    return found === undefined ? undefined : toMatch(found, characters, this.groupNames.length);
  }

  /** Goes through all that takes no character, the preferred way first. */
  #follow(
    start: Thread,
    place: number,
    characters: readonly string[],
    seen: Set<number>,
    next: Thread[],
  ): void {
    const open: Thread[] = [start];
    for (let thread = open.pop(); thread !== undefined; thread = open.pop()) {
      if (seen.has(thread.at)) continue;
      seen.add(thread.at);
      const { places } = thread;
      const instruction = this.#program[thread.at];
      switch (instruction?.kind) {
        case "fork":
          for (const at of instruction.targets.toReversed()) open.push({ at, places });
          break;
        case "save":
          open.push({ at: thread.at + 1, places: withPlace(places, instruction.slot, place) });
          break;
        case "assertion":
          if (holds(instruction.assertion, place, characters)) open.push({ at: thread.at + 1, places });
          break;
        default:
          next.push(thread);
      }
    }
  }
}

function toMatch({ places }: Thread, characters: readonly string[], groupCount: number): RegexMatch {
  const groups = Array.from({ length: groupCount }, (_, index) => {
    const [start, end] = [places[2 * index + 2], places[2 * index + 3]];
    return start === undefined || end === undefined ? undefined : characters.slice(start, end).join("");
  });
  return { start: places[0] ?? 0, end: places[1] ?? 0, groups };
}

function withPlace(
  places: readonly (number | undefined)[],
  slot: number,
  place: number,
): readonly (number | undefined)[] {
  const copy = [...places];
  copy[slot] = place;
  return copy;
}

function holds(assertion: Assertion, place: number, characters: readonly string[]): boolean {
  switch (assertion) {
    case "textStart":
      return place === 0;
    case "textEnd":
      return place === characters.length;
    case "lineStart":
      return place === 0 || characters[place - 1] === "\n";
    case "lineEnd":
      return place === characters.length || characters[place] === "\n";
    case "wordEdge":
      return isWord(characters[place - 1]) !== isWord(characters[place]);
    case "noWordEdge":
      return isWord(characters[place - 1]) === isWord(characters[place]);
  }
}

function isWord(character: string | undefined): boolean {
  return character !== undefined && /^\w$/.test(character);
}

function tooMuch(): Error {
  return refused("a regular expression has too much to look through");
}

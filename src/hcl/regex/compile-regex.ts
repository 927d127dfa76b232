import { refused } from "../expression-error";
import type { Assertion, CharacterTest, RegexNode } from "./regex-node";

/** A step of a compiled regular expression; others are meant by their index. */
export type Instruction =
  | { readonly kind: "character"; readonly test: CharacterTest }
  | { readonly kind: "assertion"; readonly assertion: Assertion }
  /** Goes on in several places, the first preferred. */
  | { readonly kind: "fork"; readonly targets: readonly number[] }
  /** Notes the place in the text. */
  | { readonly kind: "save"; readonly slot: number }
  | { readonly kind: "match" };

/** Most steps: repetitions are written out. */
const MAX_INSTRUCTIONS = 20_000;

/** Compiles a regular expression to steps. @throws ExpressionError `refused` if they are too many */
export function compileRegex(node: RegexNode): readonly Instruction[] {
  const program: Instruction[] = [];
  emit(program, { kind: "group", index: 0, node });
  add(program, { kind: "match" });
  return program;
}

function emit(program: Instruction[], node: RegexNode): void {
  switch (node.kind) {
    case "character":
    case "assertion":
      add(program, node);
      return;
    case "sequence":
      for (const part of node.nodes) emit(program, part);
      return;
    case "group":
      add(program, { kind: "save", slot: 2 * node.index });
      emit(program, node.node);
      add(program, { kind: "save", slot: 2 * node.index + 1 });
      return;
    case "choice":
      emitChoice(program, node.nodes);
      return;
    case "repeat":
      emitRepeat(program, node);
  }
}

function emitChoice(program: Instruction[], nodes: readonly RegexNode[]): void {
  const fork = add(program, { kind: "fork", targets: [] });
  const starts: number[] = [];
  const ends: number[] = [];
  for (const node of nodes) {
    starts.push(program.length);
    emit(program, node);
    ends.push(add(program, { kind: "fork", targets: [] }));
  }
  program[fork] = { kind: "fork", targets: starts };
  for (const end of ends) program[end] = { kind: "fork", targets: [program.length] };
}

function emitRepeat(
  program: Instruction[],
  { node, min, max, isLazy }: Extract<RegexNode, { kind: "repeat" }>,
): void {
  for (let count = 0; count < min; count += 1) emit(program, node);
  if (max === undefined) {
    const fork = add(program, { kind: "fork", targets: [] });
    emit(program, node);
    add(program, { kind: "fork", targets: [fork] });
    program[fork] = toFork(fork + 1, program.length, isLazy);
    return;
  }
  const forks: number[] = [];
  for (let count = min; count < max; count += 1) {
    forks.push(add(program, { kind: "fork", targets: [] }));
    emit(program, node);
  }
  for (const fork of forks) program[fork] = toFork(fork + 1, program.length, isLazy);
}

function toFork(again: number, onwards: number, isLazy: boolean): Instruction {
  return { kind: "fork", targets: isLazy ? [onwards, again] : [again, onwards] };
}

function add(program: Instruction[], instruction: Instruction): number {
  if (program.length >= MAX_INSTRUCTIONS) throw refused("the regular expression is too large");
  return program.push(instruction) - 1;
}

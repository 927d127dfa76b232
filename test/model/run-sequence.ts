import type { Command, Sequence } from "./command";
import { SequenceJudge } from "./sequence-judge";
import type { World } from "./world";

/**
 * Runs a sequence in a world, checks every step, and then that everything converges.
 * @throws Error with the violated rule and all commands up to it, as JSON
 */
export async function runSequence(sequence: Sequence, world: World): Promise<void> {
  const judge = new SequenceJudge(sequence.inheritedStatuses);
  const done: Command[] = [];
  const step = async (command: Command): Promise<void> => {
    done.push(command);
    judge.accept(command, await world.run(command));
  };
  try {
    for (const command of sequence.commands) if (judge.isApplicable(command)) await step(command);
    for (let next = judge.closing(); next !== undefined; next = judge.closing()) await step(next);
  } catch (error) {
    const { inheritedStatuses } = sequence;
    const story = done.map((command) => `\n  ${JSON.stringify(command)}`).join("");
    throw new Error(
      `After step ${done.length} of (inherited statuses: ${JSON.stringify(inheritedStatuses)})${story}\n` +
        (error instanceof Error ? error.message : String(error)),
      { cause: error },
    );
  }
}

import type { ExportedQueue, LeftOutSetting } from "./describe-queue";

/** What one block of code declares: a queue, or several that have the same settings. */
export interface QueueGroup {
  /** Name of the resource. A queue that is alone gives it its own. */
  readonly name: string;
  /** At least one, in the order of the export. */
  readonly queues: readonly ExportedQueue[];
  /** The settings of each queue come from this one. */
  readonly first: ExportedQueue;
  readonly leftOut: readonly LeftOutSetting[];
}

export interface ExportedQueues {
  readonly groups: readonly QueueGroup[];
  /** Settings that all groups leave out for the same reason. The groups do not repeat them. */
  readonly leftOut: readonly LeftOutSetting[];
}

/** Groups queues with the same settings, at the place of the first; all formats use the same addresses. */
export function groupQueues(queues: readonly ExportedQueue[]): ExportedQueues {
  const equal = new Map<string, [ExportedQueue, ...ExportedQueue[]]>();
  for (const queue of queues) {
    const group = equal.get(queue.settingsKey);
    if (group === undefined) equal.set(queue.settingsKey, [queue]);
    else group.push(queue);
  }
  let count = 0;
  const groups = [...equal.values()].map((group): QueueGroup => {
    const [first] = group;
    if (group.length === 1) return toGroup(first);
    const { common, others } = findCommon(group.map(({ leftOut }) => leftOut));
    const ofOne = others.flatMap((list, index) =>
      list.map((each) => ({ ...each, queue: String(group[index]?.name) })),
    );
    count += 1;
    // Names of queues have more words, or digits of another length at their end.
    const name = count === 1 ? "queues" : `queues_${count}`;
    return { name, queues: group, first, leftOut: [...common, ...ofOne] };
  });
  if (groups.length < 2) return { groups, leftOut: [] };
  const { common, others } = findCommon(groups.map(({ leftOut }) => leftOut));
  return { groups: groups.map((group, at) => ({ ...group, leftOut: others[at] ?? [] })), leftOut: common };
}

export function toGroup(queue: ExportedQueue): QueueGroup {
  return { name: queue.name, queues: [queue], first: queue, leftOut: queue.leftOut };
}

function findCommon(lists: readonly (readonly LeftOutSetting[])[]) {
  const keys = lists.map((list) => new Set(list.map((each) => JSON.stringify(each))));
  const isCommon = (each: LeftOutSetting): boolean => keys.every((set) => set.has(JSON.stringify(each)));
  const others = lists.map((list) => list.filter((each) => !isCommon(each)));
  return { common: lists[0]?.filter(isCommon) ?? [], others };
}

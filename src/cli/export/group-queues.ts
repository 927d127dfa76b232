import type { ExportedQueue, LeftOutSetting } from "./describe-queue";

/** The queues of one block of code, all with the same settings. */
export interface QueueGroup {
  /** Name of the group's resource: the name of the only queue, or `queues`, `queues_2`, … */
  readonly name: string;
  /** At least one queue, in the order of the export. */
  readonly queues: readonly ExportedQueue[];
  readonly first: ExportedQueue;
  readonly leftOut: readonly LeftOutSetting[];
}

export interface ExportedQueues {
  readonly groups: readonly QueueGroup[];
  /** Settings that every group leaves out for the same reason. No group lists these settings again. */
  readonly leftOut: readonly LeftOutSetting[];
}

/** Groups queues with the same settings, in the order of their first queues. */
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
    // No queue's name looks like this: it has more words, or more digits at its end.
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

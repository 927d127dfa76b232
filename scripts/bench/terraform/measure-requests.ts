import { atMost, type BenchContext, type PartReport } from "../bench-part";
import type { Line } from "../measured-service";
import { GO_NAME, NODE_NAME, type Provider, withProviders } from "./providers";
import { APPLY, createStage, DESTROY, type Stage } from "./stage";

/** What Terraform does with queues. */
type Kind = "created" | "removed" | "destroyed";

/** How many `getQueue` requests Terraform made to create some queues and to remove them. */
interface ReadCounts extends Readonly<Record<Kind, number>> {
  readonly queues: number;
  /** Name of the provider. */
  readonly name: string;
}

const LINE: Line = { scheme: "https", latencyMs: 0 };
const QUEUES: readonly number[] = [1, 30, 300];
const QUICK_QUEUES: readonly number[] = [1, 30];

/** What each kind is called, and how many requests for each queue are promised. */
const KINDS: Readonly<Record<Kind, { readonly title: string; readonly limit: number }>> = {
  created: { title: "created", limit: 2 },
  removed: { title: "removed from the configuration", limit: 2 },
  destroyed: { title: "destroyed", limit: 3 },
};
/** Requests beyond these. */
const FURTHER = 2;

/** Measures how often Terraform's runs read the queues that they create or remove. */
export async function measureRequests({ root, isQuick, say }: BenchContext): Promise<PartReport> {
  return withProviders(root, async ({ providers, missing }) => {
    // The executable contains the same code as the provider on Node.js.
    const measured = providers.filter(({ name }) => name === NODE_NAME || name === GO_NAME);
    const counts: ReadCounts[] = [];
    for (const queues of isQuick ? QUICK_QUEUES : QUEUES) {
      say(`queues: ${queues}`);
      for (const provider of measured) counts.push(await countReads(provider, queues));
    }
    const kinds = Object.keys(KINDS) as Kind[];
    const own = counts.filter(({ name }) => name === NODE_NAME);
    const names = [...new Set(counts.map(({ name }) => name))];
    return {
      figures: kinds.map((kind) => {
        const { title, limit } = KINDS[kind];
        const beyond = own.map((count) => count[kind] - limit * count.queues);
        const name = `\`getQueue\` requests for queues that are ${title}, beyond ${limit} for each`;
        return atMost(name, Math.max(...beyond), FURTHER, "", 0);
      }),
      section: {
        title: "Requests",
        text: [
          "Numbers of `getQueue` requests, by which a provider reads a queue. *Created* and *removed from the configuration*",
          "are the requests of a `terraform apply`: it plans in one process and changes the queues in another. *Destroyed* is",
          "`terraform destroy`: it reads the queues in one process, plans in a second, and deletes the queues in a third.",
          ...missing,
        ].join("\n"),
        columns: ["queues", "", "promised", ...names],
        rows: [...new Set(counts.map(({ queues }) => queues))].flatMap((queues) =>
          kinds.map((kind) => {
            const { title, limit } = KINDS[kind];
            const found = names.map((name) => counts.find((it) => it.queues === queues && it.name === name));
            const numbers = found.map((count) => String(count?.[kind] ?? ""));
            return [String(queues), title, `at most ${limit * queues + FURTHER}`, ...numbers];
          }),
        ),
      },
    };
  });
}

async function countReads(provider: Provider, queues: number): Promise<ReadCounts> {
  const stage = await createStage(provider, queues, LINE);
  try {
    const created = await countReadsOf(stage, APPLY);
    await stage.declare(0);
    const removed = await countReadsOf(stage, APPLY);
    await stage.declare(queues);
    await stage.measure(APPLY);
    const destroyed = await countReadsOf(stage, DESTROY);
    return { queues, name: provider.name, created, removed, destroyed };
  } finally {
    await stage.close();
  }
}

async function countReadsOf(stage: Stage, args: readonly string[]): Promise<number> {
  const { byOperation } = await stage.measure(args);
  return byOperation.get("getQueue") ?? 0;
}

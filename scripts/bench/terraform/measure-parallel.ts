import { atMost, type BenchContext, type PartReport, toSeconds } from "../bench-part";
import type { Line, Run } from "../measured-service";
import { limitRequests } from "./measure-terraform";
import {
  addSecondInterface,
  GO_NAME,
  NODE_NAME,
  type Provider,
  SECOND_NAMES,
  withProviders,
} from "./providers";
import { APPLY, createStage, PLAN } from "./stage";

/** A service that takes so long that the number of requests at once decides. */
const LINE: Line = { scheme: "https", latencyMs: 1_000 };
const QUEUES = 300;
const QUICK_QUEUES = 100;
const PARALLELISM = 100;

// A read follows each create, so this provider makes five requests one after the other, and Go two.
/** What Terraform does, in the order of the rows, and its limit on Node.js, as a multiple of Go. */
const COMMANDS = { apply: { args: APPLY, limit: 2 }, plan: { args: PLAN, limit: 1 } } as const;
type Command = keyof typeof COMMANDS;

type ParallelRuns = Readonly<Record<Command, Run>> & { readonly name: string };

/** Measures runs of a Terraform that may work on many queues at once, with a slow service. */
export async function measureParallel({ root, isQuick, say }: BenchContext): Promise<PartReport> {
  return withProviders(root, async ({ providers, missing }) => {
    const queues = isQuick ? QUICK_QUEUES : QUEUES;
    const runs: ParallelRuns[] = [];
    for (const provider of addSecondInterface(providers)) {
      say(provider.name);
      runs.push(await run(provider, queues));
    }
    const [node, go] = [NODE_NAME, GO_NAME].map((name) => runs.find((it) => it.name === name));
    const commands = Object.keys(COMMANDS) as Command[];
    return {
      figures: [
        ...Object.values(SECOND_NAMES).flatMap((name) => {
          const plans = runs.filter((it) => it.name === name).map(({ plan }) => plan);
          return limitRequests(`plan of ${queues} queues, ${PARALLELISM} at once, ${name}`, plans);
        }),
        ...commands.flatMap((command) => {
          if (node === undefined || go === undefined) return [];
          const name = `${command} of ${queues} queues, ${PARALLELISM} at once, with a slow service, ${NODE_NAME} / ${GO_NAME}`;
          return [atMost(name, node[command].durationMs / go[command].durationMs, COMMANDS[command].limit)];
        }),
      ],
      section: {
        title: "Many queues at once",
        text: [
          `The figures are seconds of \`terraform apply\` of ${queues} new queues, and of \`terraform plan\` without changes. Both run with`,
          `\`-parallelism=${PARALLELISM}\`. The service takes ${LINE.latencyMs / 1_000} s for every response. For a new queue, this provider makes five requests,`,
          "one after the other: a read in the plan, then read, create, read and update. The Go provider makes two: create and",
          "update. With the second interface, a plan reads a list of all queues.",
          ...missing,
        ].join("\n"),
        columns: ["", "", "time, s", "CPU, s", "requests", "most requests at once", "connections"],
        rows: commands.flatMap((command) =>
          runs.map(({ name, [command]: { durationMs, processorMs, requests, mostInFlight, mostOpen } }) => [
            command,
            name,
            ...[durationMs, processorMs].map(toSeconds),
            ...[requests, mostInFlight, mostOpen].map(String),
          ]),
        ),
      },
    };
  });
}

async function run(provider: Provider, queues: number): Promise<ParallelRuns> {
  const stage = await createStage(provider, queues, LINE);
  const measure = (command: Command) =>
    stage.measure([...COMMANDS[command].args, `-parallelism=${PARALLELISM}`]);
  try {
    return { name: provider.name, apply: await measure("apply"), plan: await measure("plan") };
  } finally {
    await stage.close();
  }
}

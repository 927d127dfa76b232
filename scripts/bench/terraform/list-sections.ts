import type { Section } from "../bench-part";
import { median, toSeconds } from "../figure";
import type { Action, Cell, CellRuns } from "./cell-runs";
import { isSameCell, PROMISED, tryFindRuns } from "./cell-runs";
import { tryComposePlan } from "./compose-plan";
import { computeFloorMs } from "./list-figures";
import { REPLAY_NAME, WAITING_REPLAY_NAME } from "./replay/list-replays";
import type { WatchedRun } from "./stage";
import { FLOOR } from "./subject";

/** Makes the tables of what was measured with Terraform. @param missing - why some providers are not in them */
export function listSections(all: readonly CellRuns[], missing: readonly string[]): Section[] {
  const composition = tryComposePlan(all);
  const results = all.filter(({ subject }) => ![REPLAY_NAME, WAITING_REPLAY_NAME].includes(subject));
  return [
    {
      title: "Terraform: plan without changes",
      text: [
        "Seconds that `terraform plan` takes after an apply, its own start included; medians of runs that were made in " +
          "turn. Each queue is a resource of its own, as the CDK writes it. `strict floor` is what no provider can undercut: " +
          "the time of the same stack with `terraform_data` in place of queues, and a round trip for every ten queues, " +
          "because Terraform works on ten resources at once and each queue has to be read once. A round trip is what one " +
          `call takes for a client that is alone with the service: ${describeRoundTrips(all)}.`,
        ...missing,
      ],
      ...tabulateTimes(results, "plan without changes", true),
    },
    ...(composition === undefined ? [] : [composition]),
    {
      title: "Terraform: plan of new queues",
      text: [
        "Seconds. This provider looks whether a queue exists already, and says so in the plan; the one in Go makes no " +
          "call here and finds out during the apply.",
      ],
      ...tabulateTimes(results, "plan of new queues", false),
    },
    {
      title: "Terraform: apply",
      text: [
        "Seconds of `terraform apply` for queues that are not there yet, the plan that it makes first included. From " +
          "some hundred resources on it is Terraform that takes most of the time, because it writes the whole state " +
          `after every resource: \`${FLOOR.name}\` shows the same stack without any provider.`,
      ],
      ...tabulateTimes(results, "apply", false),
    },
    {
      title: "Requests, connections, memory",
      text: [
        `Runs at ${PROMISED.line.latencyMs} ms over TLS that were watched: of plans further ones than those above, of ` +
          "applies the same, which are slower for it by some percent. Requests as the service counts them; of an apply, " +
          "those of its plan included. Connections: opened by all processes of the command, and open at once. Processor " +
          "time: of all the provider's processes together, in seconds. Memory: the largest resident set that one of " +
          "them had, as Linux keeps it (`VmHWM`, read every 20 ms).",
      ],
      ...tabulateUse(results),
    },
  ];
}

/** Says what a call takes over each line. */
function describeRoundTrips(results: readonly CellRuns[]): string {
  const trips = results.map(
    ({ cell: { line }, roundTripMs }) =>
      `${roundTripMs.toFixed(1)} ms over ${line.scheme} at ${line.latencyMs} ms`,
  );
  return [...new Set(trips)].join(", ");
}

/** A table without its title. */
type Table = Pick<Section, "columns" | "rows">;

function tabulateTimes(results: readonly CellRuns[], action: Action, hasFloor: boolean): Table {
  const names = listNames(results);
  const providers = names.filter((name) => name !== FLOOR.name);
  const rows = listCells(results).map((cell) => {
    const find = (subject: string): CellRuns | undefined => tryFindRuns(results, subject, cell);
    const floor = find(FLOOR.name);
    const floorMs = floor === undefined ? undefined : computeFloorMs(floor);
    const alone = hasFloor ? formatSeconds(floorMs) : formatMedian(floor, action);
    return [...describeCell(cell), alone, ...providers.map((name) => formatMedian(find(name), action))];
  });
  const alone = hasFloor ? "strict floor" : `\`${FLOOR.name}\``;
  return { columns: ["queues", "line", "latency", alone, ...providers], rows };
}

function tabulateUse(results: readonly CellRuns[]): Table {
  const actions: readonly Action[] = ["plan without changes", "apply"];
  const rows = results
    .filter(({ subject }) => subject !== FLOOR.name)
    .flatMap(({ cell, subject, watched }) =>
      actions.flatMap((action) => {
        const run = watched[action];
        return run === undefined ? [] : [[String(cell.queues), action, subject, ...describeUse(run)]];
      }),
    );
  const columns = [
    "queues",
    "command",
    "provider",
    "requests",
    "opened",
    "at once",
    "processor, s",
    "memory, MiB",
  ];
  return { columns, rows };
}

function describeUse({ calls, opened, mostOpen, processorMs, peakMebibytes }: WatchedRun): string[] {
  const requests = [...calls].map(([operation, count]) => `${count} ${operation}`).join(", ");
  const processor = toSeconds(processorMs);
  return [requests, String(opened), String(mostOpen), processor, peakMebibytes.toFixed(0)];
}

function describeCell({ queues, line }: Cell): string[] {
  return [String(queues), line.scheme, `${line.latencyMs} ms`];
}

function listNames(results: readonly CellRuns[]): string[] {
  return [...new Set(results.map(({ subject }) => subject))];
}

function listCells(results: readonly CellRuns[]): Cell[] {
  const cells = results.map(({ cell }) => cell);
  return cells.filter((cell, index) => cells.findIndex((other) => isSameCell(cell, other)) === index);
}

function formatMedian(result: CellRuns | undefined, action: Action): string {
  const durations = result?.runs[action].map(({ durationMs }) => durationMs) ?? [];
  return formatSeconds(durations.length === 0 ? undefined : median(durations));
}

function formatSeconds(milliseconds: number | undefined): string {
  return milliseconds === undefined ? "" : toSeconds(milliseconds);
}

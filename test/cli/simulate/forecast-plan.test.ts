import { writeFileSync } from "node:fs";
import { join } from "node:path";
import type { Forecast } from "../../../src/foresight/forecast";
import type { QueueWorkload } from "../../../src/foresight/workload";
import { makeQueueWorkload } from "../../foresight/workload/support/make-queue-workload";
import { type CommandRun, type Running, run } from "../fake-context";
import { createQueue, QUEUE_ID } from "../support/run-on-service";
import { call, directory, emulator, onStage } from "../support/stage";
import { writeStack } from "../support/write-stack";

const API_ID = "github.com/acme/api/main";

onStage();

function plan(...args: readonly string[]): Running {
  return call(["plan", ...args]);
}

function writeLoad(...queues: readonly QueueWorkload[]): void {
  const workload = { format: "mergequeue-workload", version: 1, queues };
  writeFileSync(join(directory, "workload.json"), JSON.stringify(workload));
}

interface ReportedForecast {
  readonly result: Forecast | null;
  readonly problem: string | null;
  readonly unmet: readonly string[];
}

function readForecasts({ out }: CommandRun): Record<string, ReportedForecast | null> {
  const { queues } = JSON.parse(out) as {
    queues: readonly { readonly id: string; readonly forecast: ReportedForecast | null }[];
  };
  return Object.fromEntries(queues.map(({ id, forecast }) => [id, forecast]));
}

// The end-to-end test of examples/foresight has a forecast with its goals.
describe("mergequeue plan --foresight", () => {
  test("says why there is no forecast, which does not meet a goal; other queues have none at all", async () => {
    writeStack(directory, { [QUEUE_ID]: { concurrency: 6 }, [API_ID]: { concurrency: 3 } });
    writeLoad(makeQueueWorkload({ queue: "github.com/acme/other/main" }));
    const planned = await plan("--foresight", "workload.json", "--require", "p90<24h", "--format", "json");
    expect(planned.exitStatus).toBe(2);
    const problem = `workload.json does not contain this queue.
Add the missing parameters:
  mergequeue workload record "${QUEUE_ID}" --add-to "workload.json"
Or simulate with numbers of your own:
  mergequeue simulate "${QUEUE_ID}" --set concurrency=6 --arrivals 4/h --test-time 12m --failure-rate 5%`;
    expect(readForecasts(planned)).toEqual({
      [QUEUE_ID]: { result: null, problem, unmet: ["p90<24h"] },
      [API_ID]: null,
    });
    const { out } = await plan("--foresight", "workload.json").succeeds();
    expect(out).toContain(`No forecast: ${problem}\n`);
  });

  test("says which numbers a queue lacks, and commands that add them and do without, which can be copied", async () => {
    writeStack(directory, { [QUEUE_ID]: { concurrency: 6 } });
    const { queue, arrivalsPerHour, failureRate } = makeQueueWorkload({ queue: QUEUE_ID });
    writeLoad({ queue, ...(arrivalsPerHour && { arrivalsPerHour }), ...(failureRate && { failureRate }) });
    const lacks = "No forecast: workload.json has no test durations (testMinutes) of this queue.";
    const add = `mergequeue workload import runs.csv --queue "${QUEUE_ID}" --only testMinutes --add-to "workload.json"`;
    const simulate = `mergequeue simulate "${QUEUE_ID}" --set concurrency=6 --workload "workload.json" --test-time 12m`;
    const { out } = await plan("--foresight", "workload.json").succeeds();
    expect(out).toContain(
      `${lacks}\nAdd the missing parameters:\n  ${add}\nOr simulate with numbers of your own:\n  ${simulate}\n`,
    );
    const comment = await plan("--foresight", "workload.json", "--format", "markdown").succeeds();
    expect(comment.out).toContain(
      `<br>\`${add}\`<br>Or simulate with numbers of your own:<br>\`${simulate}\`\n`,
    );
    const page = await plan("--foresight", "workload.json", "--format", "html").succeeds();
    expect(page.out).toContain(`<code>${simulate.replaceAll('"', "&quot;")}</code>`);
    // The command of the message works as it is.
    const [, id = "", ...options] = simulate.replaceAll('"', "").split(" ").slice(1);
    await call(["simulate", id, ...options, "--pull-requests", "50", "--replications", "2"]).succeeds();
  });

  test("a change of other settings is not simulated, and meets every goal", async () => {
    writeStack(directory, { [QUEUE_ID]: { comments_enabled: false } });
    writeLoad(makeQueueWorkload({ queue: QUEUE_ID }));
    const planned = await plan("--foresight", "workload.json", "--require", "p90<1m", "--format", "json");
    expect(planned.exitStatus).toBe(0);
    expect(readForecasts(planned)).toEqual({ [QUEUE_ID]: null });
  });

  test("a load that cannot be simulated is a reason that names the value", async () => {
    writeStack(directory, { [QUEUE_ID]: { concurrency: 6 } });
    const assumed = { source: "assumed", conclusions: 0, days: 0 } as const;
    const arrivalsPerHour = { value: 1e-6, low: 1e-6, high: 1e-6, ...assumed };
    writeLoad(makeQueueWorkload({ queue: QUEUE_ID, arrivalsPerHour }));
    const planned = await plan("--foresight", "workload.json", "--format", "json");
    expect(planned.exitStatus).toBe(0);
    expect(readForecasts(planned)[QUEUE_ID]?.problem).toMatch(
      /^At 0\.000001 arrivals per hour, 2000 pull requests arrive over 228154 years of simulated time; at most 1000/,
    );
  });

  test.each([
    [["--require", "p90<1m"], "--require needs --foresight with a workload file."],
    [["--foresight", "missing.json"], "missing.json"],
    [["--foresight", "workload.json", "--require", "p99<1m"], "Give a goal such as p90<45m: a time to merge"],
    [["--foresight", ""], "Give a file"],
  ])("%j is refused", async (args, message) => {
    writeStack(directory, { [QUEUE_ID]: { concurrency: 6 } });
    writeLoad(makeQueueWorkload({ queue: QUEUE_ID }));
    await plan(...args).fails(message);
  });
});

describe("mergequeue simulate --stack", () => {
  const simulate = (...args: readonly string[]): Running => call(["simulate", "--stack", ".", ...args]);

  const QUICK = ["--pull-requests", "50", "--replications", "2"];
  const ASSUMED = ["--arrivals", "8/h", "--test-time", "10m", ...QUICK];

  test("writes a forecast for every queue whose change can be simulated", async () => {
    const web = { concurrency: 6, comments_enabled: false };
    writeStack(directory, { [QUEUE_ID]: web, [API_ID]: { concurrency: 3 } });
    writeLoad(makeQueueWorkload({ queue: QUEUE_ID }));
    const { out } = await simulate("--workload", "workload.json", "--format", "json", ...QUICK).succeeds();
    expect(JSON.parse(out)).toMatchObject({
      format: "mergequeue-forecasts",
      version: 1,
      queues: [
        {
          queue: QUEUE_ID,
          forecast: { now: { settings: { concurrency: 2 } }, then: { settings: { concurrency: 6 } } },
          problem: null,
        },
      ],
    });
  });

  test("takes the load of all queues from options, and writes text, Markdown and HTML", async () => {
    createQueue(emulator, API_ID, { mode: "parallel", concurrency: 1 });
    writeStack(directory, { [QUEUE_ID]: { concurrency: 6 }, [API_ID]: { concurrency: 3 } });
    const text = await simulate(...ASSUMED);
    expect(text.exitStatus).toBe(0);
    expect(text.out).toMatch(new RegExp(`^${API_ID}: concurrency 1 → 3$`, "m"));
    expect(text.out).toMatch(new RegExp(`^${QUEUE_ID}: concurrency 2 → 6$`, "m"));
    expect(text.out).toContain("Assumed: 8 pull requests per hour");
    const { out } = await simulate(...ASSUMED, "--only", API_ID, "--format", "markdown");
    expect(out).toContain(`### \`${API_ID}\`\n\n\`concurrency 1 → 3\`\n\n**keeps up (now it does not), `);
    expect(out).not.toContain(QUEUE_ID);
    const page = await simulate(...ASSUMED, "--format", "html");
    expect(page.out.match(/<article /g)).toHaveLength(2);
    expect(page.out).toContain("<svg");
    expect(page.out).not.toContain("<script");
  });

  test("says why there is no forecast, and if nothing changes that can be simulated", async () => {
    writeStack(directory, { [QUEUE_ID]: { concurrency: 6 } });
    writeLoad({ queue: QUEUE_ID });
    const missing = await simulate("--workload", "workload.json");
    expect(missing.out).toContain(
      `${QUEUE_ID}: no forecast. workload.json has no arrivals (arrivalsPerHour), no test`,
    );
    writeStack(directory, { [QUEUE_ID]: { comments_enabled: false } });
    const none = await simulate(...ASSUMED);
    expect(none).toMatchObject({ exitStatus: 0, error: "" });
    expect(none.out).toBe("The stack changes no existing queue in a way that a simulation can show.\n");
  });
});

test("mergequeue review --foresight needs no service", async () => {
  writeStack(directory, { [QUEUE_ID]: { mode: "parallel", concurrency: 6 } });
  writeLoad({ queue: QUEUE_ID });
  await plan("--out", "plan.json");
  const args = ["review", "plan.json", "--foresight", "workload.json", "--require", "p95<1m"];
  const { out } = await run(args, { workingDirectory: directory }).endsWith(2);
  expect(out).toContain("Required: `p95<1m`. Not simulated: workload.json has no arrivals");
});

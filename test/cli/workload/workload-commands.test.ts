import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { makeSetup } from "../../foresight/support/make-setup";
import type { Running } from "../fake-context";
import { run } from "../fake-context";
import { directory, onDirectory } from "../support/stage";

const QUEUE = "github.com/acme/web/main";

const HOUR_MS = 3_600_000;

/** A Monday. */
const START_MS = Date.UTC(2026, 0, 5);

onDirectory();

function runHere(args: string, input = ""): Running {
  const readInput = () => Promise.resolve(Buffer.from(input));
  return run(["workload", ...args.split(" ")], { workingDirectory: directory, readInput });
}

function write(file: string, text: string): void {
  writeFileSync(join(directory, file), text);
}

function readJson(file: string): unknown {
  return JSON.parse(readFileSync(join(directory, file), "utf8"));
}

/** Runs of ten minutes, one every third hour; every tenth fails. */
function makeCsv(count: number): string {
  const rows = Array.from({ length: count }, (_, index) => {
    const ms = START_MS + index * 3 * HOUR_MS;
    const times = [ms, ms + 60_000, ms + 660_000].map((each) => new Date(each).toISOString());
    return [...times, index % 10 === 0 ? "failure" : "success", `sha${index}`].join(",");
  });
  return `created_at,run_started_at,updated_at,conclusion,head_sha\n${rows.join("\n")}\n`;
}

function makeTimes(count: number): string {
  return Array.from({ length: count }, (_, index) => `${(START_MS + index * 3 * HOUR_MS) / 1000}\n`).join("");
}

describe("the output of mergequeue workload", () => {
  test("never overwrites a file without --force", async () => {
    write("workload.json", "mine");
    const args = `from-git --queue ${QUEUE} --out workload.json`;
    const refused = runHere(args, makeTimes(200));
    await refused.endsWith(1, 'The file "workload.json" exists and was not changed.');
    expect(readFileSync(join(directory, "workload.json"), "utf8")).toBe("mine");
    const written = await runHere(`${args} --force`, makeTimes(200)).endsWith(0);
    expect(written.out).toBe(`arrivalsPerHour of queue ${QUEUE} was written to workload.json.\n`);
    // It says at once what the file cannot do yet, and what helps.
    expect(written.error).toBe(
      "Note: No forecast yet: workload.json has no test durations (testMinutes), no failure rate (failureRate) of this queue.\n" +
        `Add the missing parameters:\n  mergequeue workload import runs.csv --queue "${QUEUE}" --only testMinutes failureRate --add-to "workload.json"\n` +
        `Or simulate with numbers of your own:\n  mergequeue simulate "${QUEUE}" --set concurrency=8 --workload "workload.json" --test-time 12m --failure-rate 5%\n`,
    );
    expect(readJson("workload.json")).toMatchObject({ queues: [{ arrivalsPerHour: { source: "git" } }] });
  });

  test("is a workload that can be read, or is not written", async () => {
    const csv = makeCsv(200).replace("2026-01-05T00:11:00.000Z", "2046-01-05T00:11:00.000Z");
    const { error } = await runHere(`import - --queue ${QUEUE} --out workload.json`, csv).fails(
      "The estimates from this history are not a valid workload, so nothing was written.",
    );
    expect(error).toMatch(/ {2}queues\.0\.testMinutes\.minutes\.199: Must be .* to 525600, got 1051920\d\./);
    expect(() => readJson("workload.json")).toThrow("ENOENT");
  });

  test("--add-to keeps other queues and other parameters, and replaces the same ones", async () => {
    await runHere("from-git --queue github.com/acme/api/main --out workload.json", makeTimes(200));
    await runHere(`from-git --queue ${QUEUE} --add-to workload.json`, makeTimes(200));
    const options = "--add-to workload.json --only testMinutes failureRate";
    const { out } = await runHere(
      `import - --queue GitHub.com/acme/web/main ${options}`,
      makeCsv(200),
    ).succeeds();
    const [git, csv] = [{ source: "git" }, { source: "csv" }];
    expect(out).toContain("testMinutes, failureRate of queue GitHub.com/acme/web/main were written");
    expect(readJson("workload.json")).toMatchObject({
      queues: [
        { queue: "github.com/acme/api/main", arrivalsPerHour: git },
        { queue: QUEUE, arrivalsPerHour: git, testMinutes: csv, failureRate: csv },
      ],
    });
    expect(JSON.stringify(readJson("workload.json"))).not.toContain("flakeRate");
  });

  test("--add-to removes a backtest, which tested other numbers, and says so", async () => {
    const backtest = {
      merged: 143,
      since: "2026-01-20T16:58:22.376Z",
      settings: makeSetup().settings,
      settingsFrom: "recording",
      singleMode: "one-at-a-time",
      keepsUp: true,
      measures: { timeToMergeP90Minutes: { observed: 60, value: 55, low: 45, high: 65 } },
    };
    const queues = [{ queue: QUEUE, backtest }];
    write("workload.json", JSON.stringify({ format: "mergequeue-workload", version: 1, queues }));
    expect((await runHere("show workload.json")).out).toContain("- Backtest: p90 within 9 % (143 merges).\n");
    const other = `from-git --queue github.com/acme/api/main --add-to workload.json`;
    expect((await runHere(other, makeTimes(200))).error).not.toContain("backtest");
    expect(readJson("workload.json")).toMatchObject({ queues: [{ backtest: { merged: 143 } }, {}] });
    const { error } = await runHere(`from-git --queue ${QUEUE} --add-to workload.json`, makeTimes(200));
    expect(error).toMatch(/^Note: The backtest in the file is removed, because it tested other numbers\./);
    expect(JSON.stringify(readJson("workload.json"))).not.toContain("backtest");
  });

  test("--add-to changes nothing if the file is not a workload, or does not exist", async () => {
    write("workload.json", '{"format": "mergequeue-workload", "version": 2}');
    await runHere(`from-git --queue ${QUEUE} --add-to workload.json`, makeTimes(200)).fails(
      "reads only workloads of version 1, and this workload has version 2",
    );
    expect(readJson("workload.json")).toEqual({ format: "mergequeue-workload", version: 2 });
    await runHere(`from-git --queue ${QUEUE} --add-to none.json`, makeTimes(200)).endsWith(1);
  });

  test.each([
    ["--out a.json --add-to b.json", "Choose one of --out and --add-to."],
    ["--force", "--force needs --out."],
    ["--only speed", "Allowed choices are"],
  ])("refuses %s", async (options, message) => {
    await runHere(`from-git --queue ${QUEUE} ${options}`, makeTimes(200)).fails(message);
  });
});

describe("mergequeue workload show", () => {
  test("shows estimates with intervals, sources, what is unknown and what to keep in mind", async () => {
    await runHere(`import - --queue ${QUEUE} --out workload.json`, makeCsv(200));
    const { out } = await runHere("show workload.json").succeeds();
    expect(out).toContain(`Queue ${QUEUE}\n`);
    expect(out).toMatch(/failure rate +10 % +6\.42 % … 14\.7 % +csv +200 in 19 working days\n/);
    expect(out).toMatch(/test minutes +10 +10 … 10 +csv/);
    expect(out).toMatch(/busiest hour +\w{3} \d\d:00 UTC, 1\.06 per hour/);
    expect(out).toMatch(/test durations +p50 10 min, p90 10 min, p95 10 min\n/);
    expect(out).toContain("unknown: priorities, targets, CI slots, conflict rate\n");
    expect(out).toMatch(/Keep in mind:\n {2}- .*The flake rate is a lower bound/s);
    expect(out).toContain(
      "- Not backtested: only the service's timelines show how long pull requests took to merge.\n",
    );
  });

  test("S-14: foreign text in a workload cannot steer the terminal", async () => {
    const shares = [{ target: "\u001b[2Jweb", value: 1, low: 1, high: 1 }];
    const queue = { queue: QUEUE, targets: { source: "assumed", conclusions: 0, days: 0, shares } };
    write("workload.json", JSON.stringify({ format: "mergequeue-workload", version: 1, queues: [queue] }));
    const { out } = await runHere("show workload.json").succeeds();
    expect(out).toContain("Assumed: targets.");
    expect(out).not.toContain("\u001b");
  });
});

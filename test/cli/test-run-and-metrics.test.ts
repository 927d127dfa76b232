import { TERMINAL } from "./fake-context";
import { happen, QUEUE_ID, submit } from "./support/run-on-service";
import { call, emulator, onStage } from "./support/stage";

onStage(() => {
  submit(emulator, 7);
});

/** Id of the test run of pull request 7: the local service tells it. */
async function findRun(): Promise<string> {
  const { out } = await call(`pr get ${QUEUE_ID} 7 --json`);
  return (JSON.parse(out) as { testRunId: string }).testRunId;
}

describe("mergequeue test-run get", () => {
  test("L-2: --json prints the service's response", async () => {
    const { out } = await call(["test-run", "get", QUEUE_ID, await findRun(), "--json"]);
    expect(JSON.parse(out)).toMatchObject({ status: "in_progress", requiredStatuses: ["any status"] });
  });
});

describe("mergequeue metrics", () => {
  test("shows the queues now and in the last hour, of all repositories or of one", async () => {
    const id = await findRun();
    happen(emulator, { type: "reportCheck", testRunId: id, name: "ci/test", conclusion: "success" });
    submit(emulator, 8);
    const all = await call("metrics").endsWith(0);
    const [now, lastHour] = all.out.split("\n\n");
    expect(now).toMatch(/^Now\nQUEUE +DEPTH +TESTING +NOT READY\ngithub\.com\/acme\/web\/main +1 +1 +0$/);
    expect(lastHour).toMatch(
      /^Last hour .*\nQUEUE +MERGED +FAILED +CANCELLED +RESTARTS +WAIT +TEST +IN QUEUE\ngithub\.com\/acme\/web\/main +1 +0 +0 +0 +\d+ s +\d+ s +\d+ s\n$/,
    );
    const one = await call("metrics github.com/acme/web");
    expect(one.out.split("\n\n")[0]).toBe(now);
  });

  test("--all shows a table a metric, as for a service without published metrics", async () => {
    const all = await call("metrics --all");
    expect(all.out).toMatch(/^mq_depth_current \(gauge\): /m);
    expect(all.out).toMatch(/^mergequeue_\w+ \(gauge\): /m);
    emulator.setFaults(async () => ({
      kind: "whole",
      answer: { status: 200, headers: { "content-type": "text/plain" }, body: "# TYPE a gauge\na 1\n" },
    }));
    const other = await call("metrics");
    expect(other.out).toBe("a (gauge)\nVALUE\n1\n");
    const json = await call("metrics --json");
    expect(JSON.parse(json.out)).toMatchObject({ queues: [], metrics: [{ name: "a" }] });
  });

  test("--raw is the service's text, byte for byte, and escaped on a terminal only", async () => {
    const { out } = await call("metrics --raw");
    const headers = { "x-api-token": emulator.token };
    const text = await (await fetch(`${emulator.url}/getMergeQueueMetrics`, { headers })).text();
    expect(out).toBe(text);
    emulator.setFaults(async () => ({
      kind: "whole",
      answer: {
        status: 200,
        headers: { "content-type": "text/plain; version=0.0.4; charset=utf-8" },
        body: "# \u001b[2J\n",
      },
    }));
    const raw = await call("metrics --raw");
    expect(raw.out).toBe("# \u001b[2J\n");
    const shown = await call("metrics --raw", { terminal: TERMINAL });
    expect(shown.out).toBe("# \\x1b[2J\n");
  });

  test("--all, --raw and --json exclude each other", async () => {
    await call("metrics --raw --json").fails("Choose one of --raw and --json.");
    const other = await call("metrics --raw --all");
    expect(other.error).toContain("Choose one of --all and --raw.");
  });
});

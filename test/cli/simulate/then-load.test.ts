import { FORECAST_SCHEMA } from "../../../src/foresight/forecast";
import { run } from "../fake-context";

const SHORT = ["--pull-requests", "30", "--replications", "3"];
const LOAD = ["--arrivals", "8/h", "--test-time", "10m", "--failure-rate", "20%", ...SHORT];
const NOW = ["--now", "mode=parallel", "--now", "concurrency=4"];
const THEN = ["--then-test-time", "9m", "--then-failure-rate", "2%", "--then-arrivals", "10/h"];

const simulate = (...args: readonly string[]) =>
  run(["simulate", ...args], { catchStop: () => new Promise<never>(() => undefined) });

async function simulateJson(...args: readonly string[]) {
  const { out } = await simulate(...args, "--json").succeeds();
  return FORECAST_SCHEMA.parse(JSON.parse(out));
}

describe("mergequeue simulate with another load for then", () => {
  it("compares both loads with equal settings, in every format", async () => {
    const changes = "test time 10 min → 9 min, failure rate 20 % → 2 %, arrivals 8 per hour → 10 per hour";
    const { out } = await simulate(...NOW, ...LOAD, ...THEN).succeeds();
    const [title, verdict, head] = out.split("\n");
    expect(title).toBe(`A queue: ${changes}`);
    expect(verdict).toMatch(/^p90 .*, CI minutes per merge −\d+ %$/);
    expect(head).toMatch(/now +then +change \(95 %\)/);
    const markdown = await simulate(...NOW, ...LOAD, ...THEN, "--format", "markdown").succeeds();
    expect(markdown.out).toContain(`A queue: ${changes}\n\n**p90 `);
    const page = await simulate(...NOW, ...LOAD, ...THEN, "--format", "html").succeeds();
    expect(page.out).toContain(`<p class="place">${changes}</p>`);
    const forecast = await simulateJson(...NOW, ...LOAD, ...THEN);
    expect(forecast.assumed).toBe(true);
    expect(forecast.loadChange).toMatchObject({
      testMinutes: { now: 10, then: 9 },
      failureRate: { now: 0.2, then: 0.02 },
      arrivalsPerHour: { now: 8, then: 10 },
    });
    expect(forecast.then.settings).toEqual(forecast.now.settings);
    expect(forecast.change.ciMinutesPerMerge).toMatchObject({ shown: true });
    expect(forecast.change.ciMinutesPerMerge?.high).toBeLessThan(0);
  });

  it("names settings first, and multiplies arrivals; a spread stays", async () => {
    const changed = ["--set", "concurrency=6", "--then-arrivals", "x1.5", "--then-test-time", "5m"];
    const { out } = await simulate(...NOW, ...LOAD, "--test-time-spread", "exponential", ...changed);
    expect(out).toMatch(
      /^A queue: concurrency 4 → 6, test time 10 min → 5 min, arrivals 8 per hour → 12 per hour\n/,
    );
  });

  it("says which rules apply if only then has failures", async () => {
    const { assumptions } = await simulateJson(...NOW, ...LOAD.with(5, "0"), "--then-failure-rate", "5%");
    expect(assumptions).toContain("pull requests on top of an unsettled failure wait until it is settled");
  });

  it("shows one side if nothing differs", async () => {
    const { out } = await simulate(...NOW, ...LOAD, "--then-test-time", "10m").succeeds();
    expect(out).toMatch(/^A queue: nothing changes\n +now \(95 %\)\n/);
  });

  it.each([
    [
      ["--stack", ".", "--then-test-time", "9m"],
      "'--stack <directory>' cannot be used with option '--then-test-time <duration>'",
    ],
    [["--stack", ".", "--then-failure-rate", "2%"], "cannot be used with option '--then-failure-rate"],
    [["--stack", ".", "--then-arrivals", "2/h"], "cannot be used with option '--then-arrivals"],
    [["--then-test-time", "0m"], "It must be a duration of more than 0"],
    [["--then-failure-rate", "120%"], "It must be a share"],
    [["--then-arrivals", "x0"], "It must be a rate above 0"],
    [
      ["recommend", "--goal", "p90<5m", "--then-test-time", "9m"],
      "Leave out --then-test-time: recommend compares settings under one load.",
    ],
    [["recommend", "--goal", "p90<5m", "--then-arrivals", "x2"], "Leave out --then-arrivals"],
    [["recommend", "--goal", "p90<5m", "--then-failure-rate", "0"], "Leave out --then-failure-rate"],
  ])("refuses %j", async (args, message) => {
    await simulate(...args, ...LOAD).fails(message);
  });

  it("refuses other arrivals where always a pull request waits", async () => {
    await simulate("--saturated", "--test-time", "10m", "--then-arrivals", "x2").fails(
      "option '--saturated' cannot be used with option '--then-arrivals <rate>'",
    );
  });
});

import { execFileSync } from "node:child_process";
import { mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { CommandProcess } from "../../../src/cli/command-session";
import type { Running } from "../fake-context";
import { run } from "../fake-context";
import { createQueue, QUEUE_ID, TOKEN } from "../support/run-on-service";
import { call, directory, emulator, listCommitted, onStage } from "../support/stage";
import { writeStack } from "../support/write-stack";

const API_ID = "github.com/acme/api/main";

onStage();

function plan(args: readonly string[] = [], changes: Partial<CommandProcess> = {}): Running {
  return call(["plan", ...args], { ...changes });
}

function listOperations(): (string | undefined)[] {
  return emulator.requests.map(({ operation }) => operation);
}

describe("mergequeue plan", () => {
  test("a repository with a blank is one finding among others, and only if the queue is chosen", async () => {
    writeStack(directory, { [QUEUE_ID]: {}, [API_ID]: { concurrency: 0 } });
    const file = join(directory, "main.tf.json");
    writeFileSync(file, readFileSync(file, "utf8").replace('"name":"web"', '"name":"web site"'));
    const { error } = await plan().fails("The stack has 2 faults; nothing was sent.");
    expect(error).toMatch(/^- main\.tf\.json: mergequeue_queue\.q0\.repo\.name: /m);
    writeStack(directory, { [QUEUE_ID]: {}, [API_ID]: {} });
    writeFileSync(file, readFileSync(file, "utf8").replace('"name":"web"', '"name":"web site"'));
    expect(await plan(["--only", "**/api/*"])).toMatchObject({ exitStatus: 0, error: "" });
  });

  test.each([["pipe.tf.json"], ["pipe.auto.tfvars"], ["terraform.tfvars.json"]])(
    "a FIFO in the place of %s is refused instead of being waited for",
    async (name) => {
      writeStack(directory, { [QUEUE_ID]: {} });
      execFileSync("mkfifo", [join(directory, name)]);
      await plan().fails(`- ${name}: It is not a regular file`);
      rmSync(join(directory, name));
      execFileSync("mkfifo", [join(directory, "given")]);
      const given = await plan(["--var-file", "given"]);
      expect(given.error).toContain("given: It is not a regular file");
    },
  );

  test("R-5: --parallelism is the number of requests at once, from 1 on", async () => {
    const ids = Array.from({ length: 41 }, (_, index) => `github.com/acme/web/r${index}`);
    writeStack(directory, Object.fromEntries(ids.map((id) => [id, {}])));
    const waiting: (() => void)[] = [];
    let arrived = 0;
    emulator.setFaults(async (_request, next) => {
      arrived += 1;
      // One queue goes first, and a request proves the address.
      if (arrived <= 2) return next();
      const turn = new Promise<void>((resolve) => waiting.push(resolve));
      // Fewer than 20 at once would wait for ever.
      if (waiting.length === 20) for (const go of waiting.splice(0)) go();
      await turn;
      return next();
    });
    expect(await plan(["--parallelism", "20"])).toMatchObject({ exitStatus: 0 });
    expect((await plan(["--parallelism", "0"])).error).toContain(
      "It must be a whole number from 1 to 999999999.",
    );
  });

  test("shows what applying would change, and changes nothing", async () => {
    writeStack(directory, {
      [QUEUE_ID]: { concurrency: 4, mode: "parallel", required_statuses: ["ci/build"] },
      [API_ID]: { mode: "single" },
    });
    const { out } = await plan().succeeds();
    expect(out).toContain(`+ create: ${API_ID}\n`);
    expect(out).toContain("~ concurrency       = 2 -> 4\n");
    expect(out).toMatch(/\nPlan: 1 to create, 1 to change, 0 to destroy\.\n\nQueues that are not declared/);
    expect(new Set(listOperations())).toEqual(new Set(["getQueue"]));
  });

  test("L-1: with --detailed-exitcode, differences end with status 2, and no differences with 0", async () => {
    writeStack(directory, { [QUEUE_ID]: { concurrency: 4 } });
    expect(await plan(["--detailed-exitcode"])).toMatchObject({ exitStatus: 2, error: "" });
    expect(await plan(["--detailed-exitcode", "--destroy"])).toMatchObject({ exitStatus: 2 });
    writeStack(directory, { [QUEUE_ID]: { concurrency: 2 } });
    await plan(["--detailed-exitcode"]).succeeds("No changes. The queue is as declared.\n");
  });

  test("reads the given directory, else cdktf.out, else the working directory", async () => {
    writeStack(directory, { [QUEUE_ID]: { concurrency: 3 } });
    expect((await plan()).out).toContain("2 -> 3");
    mkdirSync(join(directory, "cdktf.out"));
    writeStack(join(directory, "cdktf.out"), { [QUEUE_ID]: { concurrency: 5 } });
    expect((await plan()).out).toContain("2 -> 5");
    expect((await plan(["."])).out).toContain("2 -> 3");
    await plan(["nowhere"]).endsWith(1, '"nowhere" does not exist or cannot be read.');
    expect((await plan(["main.tf.json"])).error).toContain('"main.tf.json" is not a directory');
  });

  test("--only reads only matching queues, and repositories match case-insensitively", async () => {
    writeStack(directory, { [QUEUE_ID]: { concurrency: 4 }, [API_ID]: {} });
    const { out } = await plan(["--only", "github.com/ACME/w*/main"]);
    expect(out).toContain("Plan: 0 to create, 1 to change, 0 to destroy.\n");
    expect(emulator.requests.filter(({ operation }) => operation === "getQueue")).toHaveLength(1);
    await plan(["--only", "github.com/acme/wep/*"]).fails(
      `--only "github.com/acme/wep/*" matches no queue.`,
      `\n  ${QUEUE_ID}\n`,
    );
  });

  test("L-2: --json is short for --format json; both print one document, even after an error", async () => {
    writeStack(directory, { [QUEUE_ID]: { concurrency: 4 } });
    const long = await plan(["--format=json"]);
    expect(JSON.parse((await plan(["--json"])).out)).toEqual(JSON.parse(long.out));
    expect(JSON.parse(long.out)).toMatchObject({ format: "mergequeue-report", counts: { update: 1 } });
    rmSync(join(directory, "main.tf.json"));
    for (const args of [["--json"], ["--format", "json"], ["--format=json"]]) {
      const { out } = await plan(args).fails();
      expect(JSON.parse(out)).toMatchObject({ error: { code: "invalid_stack" } });
    }
    expect((await plan(["--format", "markdown"])).out).toBe("");
    expect((await plan(["--json", "--format", "html"])).error).toContain("--json is short for --format json");
  });

  test("L-6: deleting more than three of ten queues is reported with the stop first, saved, and ends with 1; apply takes it only with --force", async () => {
    const ids = Array.from({ length: 10 }, (_, index) => `github.com/acme/many-${index}/main`);
    for (const id of ids) createQueue(emulator, id);
    writeStack(directory, Object.fromEntries(ids.map((id) => [id, {}])));
    const stopped =
      /^(?:\*\*⚠ )?Stopped: This plan changes 10 of 10 existing queues destructively: it deletes 10\./;
    const args = ["--destroy", "--out", "plan.json"];
    const { out, error } = await plan(args).endsWith(1, "10 of 10 existing queues", "--force");
    expect(out).toMatch(stopped);
    expect(out).toContain("Plan: 0 to create, 0 to change, 10 to destroy.");
    expect(error).toContain('Review it. To apply it, run: mergequeue apply "plan.json" --force\n');
    rmSync(join(directory, "plan.json"));
    const { error: failure } = JSON.parse((await plan([...args, "--json"])).out) as { error: object };
    expect(failure).toMatchObject({ code: "plan_unsafe" });
    expect((await plan([...args, "--format", "markdown"]).endsWith(1)).out).toMatch(stopped);
    expect((await call("review plan.json").endsWith(0)).out).toMatch(stopped);
    await call("apply plan.json --auto-approve").endsWith(1, "--force");
    expect(listOperations()).not.toContain("deleteQueue");

    const forced = await plan(["--destroy", "--force", "--quiet"]).succeeds();
    expect(forced.out).not.toContain("Stopped");
    await call("apply plan.json --auto-approve --force").endsWith(0);
    expect(listCommitted("deleteQueue")).toHaveLength(10);
  });

  test("--timeout limits reading: a service that does not respond gives an error", async () => {
    writeStack(directory, { [QUEUE_ID]: {} });
    await emulator.close();
    await plan(["--timeout", "2s"]).fails("could not be read, so there is no plan");
  });

  test("a stack without queues needs neither address nor token; the directory is named, for it may be the wrong one", async () => {
    writeStack(directory, {});
    const { out } = await run("plan", { workingDirectory: directory }).succeeds();
    expect(out).toContain(`Warning: The stacks in ${JSON.stringify(directory)} declare no queue.`);
    expect(out).toMatch(/\nNo changes\. No queue is declared\.\n$/);
  });

  test.each([
    [["--only", ""], "It is empty"],
    [["--only", "x".repeat(501)], "more than 500 characters"],
    [["--var", "owner"], "an equals sign"],
    [["--var", "=x"], "an equals sign"],
    [["--var-file", ""], "Give a file"],
    [["--out", ""], "Give a file"],
    [["--format", "yaml"], "Allowed choices are text, markdown, json, junit, html"],
  ])("L-1: %j is not understood", async (args, message) => {
    await plan(args).fails(message);
    expect(emulator.requests).toEqual([]);
  });

  test("S-03: the token is in nothing that a plan prints or saves", async () => {
    writeStack(directory, { [QUEUE_ID]: { concurrency: 4 } }, { token: TOKEN, base_url: emulator.url });
    let all = "";
    for (const format of ["text", "json", "markdown", "junit", "html"]) {
      const { out, error } = await run(["--verbose", "plan", "--format", format, "--out", `${format}.plan`], {
        workingDirectory: directory,
        catchStop: () => new Promise(() => undefined),
      }).endsWith(0);
      all += out + error + readFileSync(join(directory, `${format}.plan`), "utf8");
    }
    expect(all).toContain(QUEUE_ID);
    expect(all).not.toContain(TOKEN);
    expect(all).not.toContain(TOKEN.slice(4, 20));
  });
});

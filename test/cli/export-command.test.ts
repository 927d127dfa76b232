import { mkdir, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { changeAnswer, fail, onOperation } from "../../src/emulator/faults";
import { parseQueueId } from "../../src/queue/parse-queue-id";
import type { QueueSettings } from "../../src/queue/settings";
import type { Running } from "./fake-context";
import { type ChangeInput, toDocument, WEB } from "./review/terraform-document";
import { configure, createQueue, deleteQueue, QUEUE_ID, TOKEN } from "./support/run-on-service";
import { call, callBy, directory, emulator, onStage } from "./support/stage";
import { synthExported } from "./support/synth-exported";

const RELEASE_ID = "github.com/acme/web/release/${v}";

onStage();

/** Changes a queue's settings without the command. */
function set(id: string, settings: QueueSettings): void {
  if (emulator.findQueue(parseQueueId(id)) === undefined) createQueue(emulator, id);
  configure(emulator, settings, id);
}

async function exportCode(...args: readonly string[]): Promise<string> {
  const { out } = await call(["export", ...args]).succeeds();
  return out;
}

/** Lists the requests that the service has got. */
function listRequests(): (string | undefined)[] {
  return emulator.requests.map(({ operation }) => operation);
}

describe("mergequeue export", () => {
  test("ids come from a file or from standard input", async () => {
    const readInput = (): Promise<Uint8Array> => Promise.resolve(Buffer.from(`# ours\n${QUEUE_ID}\n`));
    await call("export --from -", { readInput }).succeeds(await exportCode(QUEUE_ID));
  });

  test("without ids, it writes all queues where the service lists them; elsewhere it says what to give", async () => {
    set(RELEASE_ID, { batchingMinSize: 9 });
    const { out: code } = await callBy("second", ["export", QUEUE_ID, RELEASE_ID]).succeeds();
    const before = emulator.requests.length;
    await callBy("second", "export").succeeds(code);
    expect(listRequests().slice(before)).toEqual(["GET /merge-queues"]);
    await call("export").fails("Name the queues by their ids, with --from, or with --declared-in.");
    for (const id of [QUEUE_ID, RELEASE_ID]) deleteQueue(emulator, id);
    await callBy("second", "export").fails("The service lists no queue.");
  });

  test("with --minimal, only what differs from the documented assumptions is declared, and the code says so", async () => {
    set(RELEASE_ID, { batchingMinSize: 9 });
    const code = await exportCode(QUEUE_ID, RELEASE_ID, "--minimal");
    expect(code).toContain("docs/assumptions.md");
    const [main, release] = await synthExported(code);
    expect(main?.wanted.settings).toEqual({ mode: "parallel", concurrency: 2 });
    // The prop that a batch's size is in would switch batches on.
    expect(release?.wanted.settings).toEqual({ batch: false, batchingMinSize: 9 });
    expect(code).not.toContain("pendingFailureDepth");
  });

  test("a reason that holds for all queues is said once, at the beginning", async () => {
    set(QUEUE_ID, { concurrency: 0 });
    set(RELEASE_ID, { commentsEnabled: false, concurrency: 0 });
    const said = /concurrency is left out: must be/gi;
    for (const format of ["typescript", "hcl"]) {
      const code = await exportCode(QUEUE_ID, RELEASE_ID, "--format", format);
      expect(code.match(said)).toHaveLength(1);
      expect(code.search(said)).toBeLessThan(code.search(/^(?:import|terraform) /m));
      const one = await exportCode(QUEUE_ID, "--format", format);
      expect(one.search(said)).toBeGreaterThan(one.search(/^(?:new MergeQueue\(|resource )/m));
    }
  });

  test("the library that the project uses is imported; --format cdktn imports CDK Terrain's anywhere", async () => {
    const workingDirectory = join(directory, "src/infrastructure");
    await mkdir(workingDirectory, { recursive: true });
    const exportHere = async (manifest: unknown, ...flags: readonly string[]): Promise<string> => {
      await writeFile(join(directory, "src/package.json"), JSON.stringify(manifest));
      return (await call(["export", QUEUE_ID, ...flags], { workingDirectory })).out;
    };
    const cdktf = await exportHere({ dependencies: { cdktf: "0.21.0" } });
    const cdktn = await exportHere({ devDependencies: { cdktn: "0.24.0" } });
    expect(cdktf).toMatch(/ from "cdktf";\nimport [^;]* from "terraform-provider-mergequeue";/);
    expect(cdktn).toMatch(/ from "cdktn";\nimport [^;]* from "terraform-provider-mergequeue\/cdktn";/);
    const toBody = (code: string): string => code.slice(code.indexOf("const app"));
    expect(toBody(cdktn)).toBe(toBody(cdktf));
    expect(await exportHere({ dependencies: { cdktf: "0.21.0" } }, "--format", "cdktn")).toBe(cdktn);
    for (const other of [{ dependencies: { cdktn: "0.24.0", cdktf: "0.21.0" } }, { name: "x" }, null, 7])
      expect(await exportHere(other)).toBe(cdktf);
  });

  test("K-6b: state and required statuses are not declared, so that no pause ends and nothing inherited is fixed", async () => {
    set(QUEUE_ID, { state: "paused", requiredStatuses: ["ci/build", "ci/test"] });
    const code = await exportCode(QUEUE_ID);
    expect(code).toContain('  // requiredStatuses: [\n  //   "ci/build",\n  //   "ci/test",\n  // ],\n');
    expect(code).toContain('  // state is left out: it is "paused".');
    const [queue] = await synthExported(code);
    expect(queue?.wanted.settings).not.toHaveProperty("state");
    expect(queue?.wanted.settings).not.toHaveProperty("requiredStatuses");
    const hcl = await exportCode(QUEUE_ID, "--format", "hcl", "--required-statuses");
    expect(hcl).toMatch(/^ {2}required_statuses +=\s\["ci\/build", "ci\/test"\]$/m);
    expect(hcl).not.toMatch(/^ {2}state +=/m);
  });

  test("with --defaults-from, only what differs from that queue is declared", async () => {
    set(QUEUE_ID, { requiredStatuses: ["a"], mergeMethod: "merge_commit" });
    set(RELEASE_ID, { mode: "parallel", requiredStatuses: ["a"], commentsEnabled: false });
    emulator.setFaults(changeAnswer({ set: { novelty: 1 } }));
    const flags = ["--required-statuses", "--additional-settings"];
    const code = await exportCode(QUEUE_ID, "--defaults-from", RELEASE_ID, ...flags);
    expect(code.replaceAll("\n// ", " ")).toContain(`with the same value as in queue "${RELEASE_ID}"`);
    const [queue] = await synthExported(code);
    expect(queue?.wanted.settings).toEqual({
      concurrency: 2,
      bisectionConcurrency: 2,
      commentsEnabled: true,
      mergeMethod: "merge_commit",
    });
    expect([...(queue?.wanted.additionalSettings ?? [])]).toEqual([]);
    expect(listRequests()).toEqual(["getQueue", "getQueue"]);
  });

  test("F-17: values and fields of a newer service are listed in comments; fields are declared on request", async () => {
    const label = "a\u202eb\n// new Date()";
    emulator.setFaults(changeAnswer({ set: { mode: "turbo", quietHours: { from: 22 }, label, none: null } }));
    const code = await exportCode(QUEUE_ID);
    expect(code).toContain('// mode is left out: must be one of "single", "parallel", got "turbo".');
    expect(code).toContain("// quietHours is left out: this version does not know it.");
    expect(code).not.toMatch(/[\u202e]|^\s*\/\/ new/m);
    const [queue] = await synthExported(await exportCode(QUEUE_ID, "--additional-settings"));
    const fields = queue?.wanted.additionalSettings ?? [];
    expect(Object.fromEntries(fields)).toEqual({ quietHours: { from: 22 }, label });
  });

  // docs/export.md shows the loop and the for_each.
  test("queues that differ in nothing but state and identity are declared together, at the same addresses in all formats", async () => {
    const toId = (name: string): string => `github.com/acme/${name}/main`;
    const [api = "", docs = "", tools = ""] = ["api", "docs", "tools"].map(toId);
    const same = { mode: "parallel", mergeMethod: "merge_commit" } as const;
    set(api, { ...same, requiredStatuses: ["a", "b"] });
    set(docs, { ...same, requiredStatuses: ["b", "a"], state: "paused" });
    set(tools, { ...same, requiredStatuses: ["a", "b"] });
    set(RELEASE_ID, same);
    const ids = [api, RELEASE_ID, docs, tools];
    const code = await exportCode(...ids);
    expect(code.replaceAll(/\n *\/\/ /g, " ")).toContain(
      'state of acme_docs_main is left out: it is "paused".',
    );
    const blocks = await exportCode(...ids, "--minimal", "--format", "import-blocks");
    const whole = await exportCode(...ids, "--minimal", "--format", "hcl", "--import-blocks");
    expect(whole).toContain("# The import blocks at the end make Terraform import existing queues.");
    expect(whole.endsWith(blocks.slice(blocks.indexOf("\nimport {")))).toBe(true);
    expect([...blocks.matchAll(/^ {2}to = (.*)$/gm)].map(([, address]) => address)).toEqual([
      'mergequeue_queue.queues["acme_api_main"]',
      'mergequeue_queue.queues["acme_docs_main"]',
      'mergequeue_queue.queues["acme_tools_main"]',
      "mergequeue_queue.acme_web_release_v",
    ]);
  });

  test.each([
    ["ids and a file", ["export", QUEUE_ID, "--from", "x"], "Name the queues in one way only: by their ids"],
    ["two inputs on one stream", ["export", "--from", "-", "--token-file", "-"], "can be standard input"],
    ["an unknown format", ["export", QUEUE_ID, "--format", "yaml"], "typescript, cdktn, hcl, import-blocks"],
    ["import blocks alone", ["export", QUEUE_ID, "--import-blocks"], "--import-blocks needs --format hcl."],
    ["something that is no id", ["export", "main", "web"], '"web" is not a queue id'],
  ])("%s is an error, and nothing is sent", async (_what, args, message) => {
    await call(args).fails(message);
    expect(emulator.requests).toEqual([]);
  });

  test("every queue that cannot be read is listed, and nothing is written", async () => {
    const ids = ["github.com/acme/no/a", QUEUE_ID, "github.com/acme/no/b"];
    const unread = "2 of 3 queues could not be read, so nothing was written:\n- ";
    const { error } = await call(["export", ...ids]).fails(unread);
    expect(error.indexOf("no/a")).toBeLessThan(error.indexOf("no/b"));
  });

  test("L-1: an interrupt ends it with status 130, and nothing is written", async () => {
    const catchStop = (): Promise<"SIGINT"> => Promise.resolve("SIGINT");
    expect((await call(`export ${QUEUE_ID}`, { catchStop }).endsWith(130)).out).toBe("");
  });

  test("a token that is refused is not tried with every queue", async () => {
    emulator.setFaults(onOperation("getQueue", fail(401)));
    const ids = Array.from({ length: 50 }, (_none, index) => `github.com/acme/web/b${index}`);
    const { error } = await call(["export", ...ids]).fails("Skipped because of these failures: ");
    expect(emulator.requests.length).toBeLessThan(20);
    expect(error).not.toContain(TOKEN);
  });
});

describe("mergequeue export --declared-in", () => {
  const OTHER = { ...WEB, target_branch: "none" };

  function exportPlan(changes: readonly ChangeInput[], ...args: readonly string[]): Running {
    const plan = Buffer.from(JSON.stringify(toDocument(changes)));
    return call(["export", "--declared-in", "-", ...args], { readInput: () => Promise.resolve(plan) });
  }

  test("writes an import block for each queue that a plan creates and that exists, with its address", async () => {
    await exportPlan([
      { actions: ["create"], module: 'module.team["a"]', after: WEB },
      { actions: ["create"], name: "other", after: OTHER },
      { actions: ["create"], name: "later", after: { repo: WEB.repo }, unknown: { target_branch: true } },
      { actions: ["update"], name: "managed", before: WEB, after: WEB },
    ]).succeeds(
      "# Written by mergequeue export. With these blocks, Terraform 1.5 or newer and\n" +
        "# OpenTofu 1.6 or newer import existing queues: 1 of 2 declared queues. Remove\n" +
        "# the blocks after the first apply.\n\n" +
        'import {\n  to = module.team["a"].mergequeue_queue.web\n  id = "github.com/acme/web/main"\n}\n',
    );
  });

  test("F-09: a queue that cannot be read is not taken for one that does not exist", async () => {
    emulator.setFaults(onOperation("getQueue", fail(403)));
    await exportPlan([{ actions: ["create"], after: WEB }]).fails();
  });

  test("S-16: nothing but an address gets from a plan into code", async () => {
    const address = 'mergequeue_queue.web }\nresource "null_resource" "x" {';
    await exportPlan([{ actions: ["create"], address, after: WEB }]).fails("is not the address of a queue");
  });

  test("S-14: a key in an address cannot be a command of a CI system, and nothing in it is invisible", async () => {
    const address = 'module.team["##[group]\u200b\u{e0041}"].mergequeue_queue.web';
    const { out } = await exportPlan([{ actions: ["create"], address, after: WEB }]).succeeds();
    expect(out).toContain('to = module.team["##\\u005bgroup]\\u200b\\U000e0041"].mergequeue_queue.web\n');
  });

  test.each([
    [["export", "--declared-in", "-", QUEUE_ID], "only: by their ids, with --from, or with --declared-in"],
    [["export", "--declared-in", "-", "--format", "hcl"], "--declared-in writes import blocks only"],
    [["export", "--declared-in", "-", "--token-file", "-"], "Only one of --declared-in and --token-file"],
  ])("%j is refused", async (args, message) => {
    await call(args).fails(message);
  });

  test("refuses queues of several stacks, because import blocks belong to one", async () => {
    const toManifestEntry = (name: string): object => ({
      name,
      synthesizedStackPath: `stacks/${name}/cdk.tf.json`,
      workingDirectory: `stacks/${name}`,
    });
    for (const stack of ["a", "b"]) {
      await mkdir(join(directory, "stacks", stack), { recursive: true });
      const queue = { repo: WEB.repo, target_branch: stack === "a" ? "main" : "none" };
      const document = { resource: { mergequeue_queue: { web: queue } } };
      await writeFile(join(directory, "stacks", stack, "cdk.tf.json"), JSON.stringify(document));
    }
    const manifest = { stacks: { a: toManifestEntry("a"), b: toManifestEntry("b") } };
    await writeFile(join(directory, "manifest.json"), JSON.stringify(manifest));
    await call("export --declared-in .").fails("declares queues in 2 stacks", "cdktf.out/stacks/a");
  });
});

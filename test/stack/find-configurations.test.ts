import { catchInvalid, IDENTITY, readFiles, withQueue } from "./support/read-files";

const MANIFEST = {
  version: "0.21.0",
  stacks: {
    queues: { workingDirectory: "stacks/queues", synthesizedStackPath: "stacks/queues/cdk.tf.json" },
    empty: { name: "empty", workingDirectory: "stacks/empty" },
  },
};

describe("directories with stacks", () => {
  test("reads the CDK's output stack by stack, including stacks without queues", async () => {
    const reading = await readFiles({
      "manifest.json": MANIFEST,
      "stacks/queues/cdk.tf.json": withQueue(),
      "stacks/empty/cdk.tf.json": { terraform: {} },
      "stacks/stale/cdk.tf.json": withQueue({ target_branch: "stale" }),
    });
    expect(reading.queues.map(({ stack, file, address }) => [stack, file, address])).toEqual([
      ["queues", "stacks/queues/cdk.tf.json", "mergequeue_queue.main"],
    ]);
  });

  test("files may start with a byte order mark, which editors on Windows write", async () => {
    const { queues } = await readFiles({
      "manifest.json": `\ufeff${JSON.stringify(MANIFEST)}`,
      "stacks/queues/cdk.tf.json": `\ufeff${JSON.stringify(withQueue())}`,
      "stacks/empty/cdk.tf.json": { terraform: {} },
    });
    expect(queues).toHaveLength(1);
  });

  test("one stack's directory in it is read alone, under the directory's name", async () => {
    const { queues } = await readFiles(
      { "manifest.json": MANIFEST, "stacks/queues/cdk.tf.json": withQueue() },
      { directory: "stacks/queues" },
    );
    expect(queues[0]).toMatchObject({ stack: "queues", file: "cdk.tf.json" });
  });

  test("several files are one configuration", async () => {
    const { queues } = await readFiles({
      "a.tf.json": withQueue({ concurrency: "1${local.one}", pending_failure_depth: "${var.x}" }),
      "b.tf.json": { locals: { one: 1 }, variable: { x: { default: 7 } } },
    });
    expect(queues[0]?.wanted.settings).toEqual({ concurrency: 11, pendingFailureDepth: 7 });
  });

  test("reports HCL files next to them, and modules", async () => {
    const { warnings } = await readFiles({
      "main.tf.json": withQueue({}, { module: { fleet: { source: "./fleet" } } }),
      "more.tf": 'resource "mergequeue_queue" "other" {}',
      "also.tofu": "",
    });
    expect(warnings).toEqual([
      "also.tofu, more.tf: Files in HCL are not read, and queues in them are not planned.",
      expect.stringMatching(
        /^main\.tf\.json: Module fleet of stack .* is not read, and queues in it are not planned\.$/,
      ),
    ]);
  });

  test.each([
    ["nothing", {}, 'it has no *.tf.json file; name the output directory of the CDK ("cdktf.out")'],
    ["HCL alone", { "main.tf": "" }, "it has only files in HCL (*.tf), but mergequeue reads only"],
    ["a manifest of something else", { "manifest.json": {} }, "it has no object of stacks"],
    ["a manifest that is not JSON", { "manifest.json": "{" }, "it is not valid JSON"],
    [
      "a manifest that leads elsewhere",
      { "manifest.json": { stacks: { evil: { workingDirectory: "../../etc" } } } },
      'names a directory outside of it: "../../etc"',
    ],
    ["no directory", { "manifest.json": { stacks: { s: {} } } }, 'the stack "s" has no workingDirectory'],
    [
      "a stack whose directory is gone",
      { "manifest.json": { stacks: { s: { workingDirectory: "stacks/s" } } } },
      "there is no directory",
    ],
  ])("of %s, the error says what to do", async (_what, files, message) => {
    expect((await catchInvalid(files)).message).toContain(message);
  });

  test("a directory that does not exist, or is a file, is reported", async () => {
    const files = { "a.tf.json": { resource: { mergequeue_queue: { main: IDENTITY } } } };
    expect((await catchInvalid(files, { directory: "nowhere" })).message).toMatch(
      /^No stack can be read from ".*nowhere": there is no directory ".*nowhere"; run your program first, or "cdktf synth"\.$/,
    );
    expect((await catchInvalid(files, { directory: "a.tf.json" })).message).toContain("is a file, not");
  });
});

import { TerraformOutput, TerraformVariable, Testing } from "cdktf";
import fc from "fast-check";
import { MergeQueue, type MergeQueueProps, MergeQueueProvider } from "../../../src/constructs";
import { toAttributeName } from "../../../src/queue/attribute-name";
import { SETTINGS } from "../../../src/queue/settings";
import { ALL_PROPS, ALL_SETTINGS, toAttributes } from "../../support/all-settings";
import { IDENTITY, makeStack, synth, synthQueue, WEB } from "../synth";

function declare(props: Partial<MergeQueueProps>): Record<string, unknown> {
  return synthQueue((scope) => new MergeQueue(scope, "main", { ...WEB, ...props }));
}

describe("MergeQueue", () => {
  test("a queue in a stack has the address mergequeue_queue.<id>, and its resource is the child Default", () => {
    const stack = makeStack();
    const queue = new MergeQueue(stack, "main", WEB);
    expect(Object.keys(synth(stack).resource?.mergequeue_queue ?? {})).toEqual(["main"]);
    expect(queue.resource.node.path).toBe("stack/main/Default");
  });

  test("only given props are emitted; an empty list of statuses is, because it means none", () => {
    expect(declare({ requiredStatuses: [] })).toMatchObject({ required_statuses: [] });
    const names = [...SETTINGS.map(({ name }) => name), "batching", "timeouts", "count"];
    const absent = Object.fromEntries(names.map((name) => [name, undefined]));
    for (const props of [{}, absent]) expect(declare(props)).toEqual(IDENTITY);
  });

  test("every prop is emitted under its Terraform name", () => {
    const timeouts = { create: "10m", read: "30s", update: "5m", delete: "1h30m" };
    const given = { repo: IDENTITY.repo, targetBranch: "release/1.x", ...ALL_PROPS, timeouts };
    const settings = toAttributes(ALL_SETTINGS);
    expect(declare(given)).toEqual({ ...IDENTITY, target_branch: "release/1.x", ...settings, timeouts });
  });

  test.each<[MergeQueueProps["batching"], Record<string, unknown>]>([
    [false, { batch: false }],
    [{}, { batch: true }],
    [{ minSize: 2 }, { batch: true, batching_min_size: 2 }],
    [
      { enabled: false, minSize: 2 },
      { batch: false, batching_min_size: 2 },
    ],
  ])("batching %j becomes %j", (batching, expected) => {
    expect(declare({ batching })).toEqual({ ...IDENTITY, ...expected });
  });

  test("meta-arguments are passed to the resource", () => {
    const stack = makeStack();
    const eu = new MergeQueueProvider(stack, "eu", { alias: "eu", plugin: false });
    const first = new MergeQueue(stack, "first", WEB);
    new MergeQueue(stack, "second", {
      ...WEB,
      targetBranch: "second",
      provider: eu,
      dependsOn: [first],
      count: 1,
      lifecycle: { preventDestroy: true },
    });
    expect(synth(stack).resource?.mergequeue_queue["second"]).toMatchObject({
      provider: "mergequeue.eu",
      depends_on: ["mergequeue_queue.first"],
      count: 1,
      lifecycle: { prevent_destroy: true },
    });
  });

  test("isMergeQueue recognises only queues", () => {
    const stack = makeStack();
    const queue = new MergeQueue(stack, "main", WEB);
    for (const value of [undefined, null, "main", {}, stack, queue.resource])
      expect(MergeQueue.isMergeQueue(value)).toBe(false);
  });
});

describe("MergeQueue attributes", () => {
  function synthOutput(read: (queue: MergeQueue) => unknown): unknown {
    const stack = makeStack();
    const queue = new MergeQueue(stack, "main", WEB);
    new TerraformOutput(stack, "out", { value: read(queue) });
    const { output } = JSON.parse(Testing.synth(stack)) as { output: { out: { value: unknown } } };
    return output.out.value;
  }

  test.each(SETTINGS.map(({ name }) => name))("%s refers to the corresponding attribute", (name) => {
    const reference = `mergequeue_queue.main.${toAttributeName(name)}`;
    const value = name === "requiredStatuses" ? `tolist(${reference})` : reference;
    expect(synthOutput((queue) => queue[name])).toBe(`\${${value}}`);
  });

  test("identity and address also refer to the resource", () => {
    expect(synthOutput((queue) => queue.id)).toBe("${mergequeue_queue.main.id}");
    expect(synthOutput((queue) => queue.targetBranch)).toBe("${mergequeue_queue.main.target_branch}");
    expect(synthOutput((queue) => queue.repo)).toEqual({
      host: "${mergequeue_queue.main.repo.host}",
      owner: "${mergequeue_queue.main.repo.owner}",
      name: "${mergequeue_queue.main.repo.name}",
    });
    expect(synthOutput((queue) => queue.fqn)).toBe("${mergequeue_queue.main}");
  });
});

describe("MergeQueue strings", () => {
  /** Writes text so that Terraform takes it literally. */
  const escape = (text: string): string => text.replace(/[$%](?=\{)/g, "$&$&");
  /** Reads a Terraform string without expressions, as Terraform does. */
  const unescape = (text: string): string => text.replace(/([$%])\1(?=\{)/g, "$1");

  test("S-16: quotes, line breaks, backslashes and escaped expressions keep their meaning", () => {
    const meant = fc
      .array(
        fc.oneof(
          fc.constantFrom("\n", "\r\n", ..."${ %{ } \" \\ $ % ' ` -1e5 #{ &{ é".split(" ")),
          fc.string({ minLength: 1 }),
        ),
        { minLength: 1, maxLength: 8 },
      )
      .map((pieces) => pieces.join(""))
      // Text that is escaped already cannot be told from text that needs it.
      .filter((text) => !/\$\$\{|%%\{/.test(text));
    fc.assert(
      fc.property(meant, meant, (branch, status) => {
        const queue = synthQueue((scope) => {
          new MergeQueue(scope, "main", {
            ...WEB,
            targetBranch: escape(branch),
            requiredStatuses: [escape(status)],
          });
        }, false);
        expect(unescape(String(queue["target_branch"]))).toBe(branch);
        expect((queue["required_statuses"] as string[]).map(unescape)).toEqual([status]);
      }),
    );
  });

  test.each(["release-", "v", ""])("a number token behind %j in a string is resolved", (prefix) => {
    const queue = synthQueue((scope) => {
      const { numberValue } = new TerraformVariable(scope, "n", {});
      new MergeQueue(scope, "main", { ...WEB, targetBranch: `${prefix}${numberValue}x` });
    });
    expect(queue["target_branch"]).toBe(`${prefix}\${var.n}x`);
  });

  test("HCL output escapes quoted strings", () => {
    const stack = makeStack();
    const { stringValue } = new TerraformVariable(stack, "v", {});
    new MergeQueue(stack, "main", {
      ...WEB,
      targetBranch: `a"b\n\\c$\${x}-${stringValue}-\${f("q")}`,
      concurrency: 4,
      commentsEnabled: true,
      batching: { minSize: new TerraformVariable(stack, "n", {}).numberValue },
      requiredStatuses: ['say "yes"'],
    });
    const hcl = String(Testing.synthHcl(stack, true));
    expect(hcl).toContain('target_branch = "a\\"b\\n\\\\c$${x}-${var.v}-${f("q")}"');
    expect(hcl).toContain('repo = {\nhost = "github.com"\nowner = "acme"\nname = "web"\n}');
    expect(hcl).toContain("concurrency = 4");
    expect(hcl).toContain("comments_enabled = true");
    expect(hcl).toMatch(/batching_min_size = "?\$\{var\.n\}"?/);
    expect(hcl).toContain('required_statuses = [\n"say \\"yes\\""\n]');
  });
});

describe("MergeQueue repository", () => {
  function synthRepository(write: (input: string) => string): unknown {
    const queue = synthQueue((scope) => {
      const { stringValue } = new TerraformVariable(scope, "v", {});
      new MergeQueue(scope, "main", { ...WEB, repo: write(stringValue) });
    });
    return queue["repo"];
  }

  test("a reference is split at its slashes, but not at those within expressions", () => {
    const web = { host: "GitHub.com", owner: "Acme", name: "web.js" };
    expect(synthRepository(() => "GitHub.com/Acme/web.js")).toEqual(web);
    const name = '${replace(var.n, "/", "-")}';
    const parts = { host: "github.com", owner: "${var.v}", name };
    expect(synthRepository((v) => `github.com/${v}/${name}`)).toEqual(parts);
  });

  const pattern = '"^([^/]+)/([^/]+)/([^/]+)$"';

  test.each<[string, (v: string) => string, string]>([
    ["a token", (v) => v, "var.v"],
    ["a token for owner and name", (v) => `github.com/${v}`, '"github.com/${var.v}"'],
    ["an expression", () => '${join("/", var.parts)}', 'join("/", var.parts)'],
    ["an expression among text", () => "github.com/${var.full}", '"github.com/${var.full}"'],
  ])("%s that holds several parts is split by Terraform", (_, write, argument) => {
    const [host, owner, name] = [0, 1, 2].map((index) => `\${regex(${pattern}, ${argument}).${index}}`);
    expect(synthRepository(write)).toEqual({ host, owner, name });
  });
});

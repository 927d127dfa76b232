import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { CommandContext } from "../../../src/cli/command-session";
import { connectServices, type ServiceSource } from "../../../src/cli/plans/connect-services";
import { makeContext, makeSession, type Running } from "../fake-context";
import { QUEUE_ID, startService, TOKEN } from "../support/run-on-service";
import { call, directory, emulator, onStage } from "../support/stage";
import { writeStack } from "../support/write-stack";

onStage();

/** Plans one queue with these arguments of the provider in the stack. */
function plan(provider: object, args: string[] = [], env: CommandContext["environment"] = {}): Running {
  writeStack(directory, { [QUEUE_ID]: {} }, provider);
  return call(["plan", ...args], { environment: env });
}

function makeSource(given: Readonly<Record<string, string | number | boolean>>): ServiceSource {
  const name = 'Provider "mergequeue" of stack "queues"';
  return {
    faultCode: "invalid_stack",
    name,
    arguments: new Map(Object.entries(given)),
    unresolved: new Map(),
  };
}

async function connect(sources: readonly ServiceSource[], environment: CommandContext["environment"] = {}) {
  const context = makeContext({ environment, workingDirectory: directory });
  return connectServices(makeSession(context), {}, new Map(sources.map((source) => [source, source])));
}

describe("the services of stacks", () => {
  test("S-07: nor does the address of a saved plan", async () => {
    const evil = await startService();
    try {
      await plan({ base_url: evil.url }, ["--out", "plan.json"]);
      const before = evil.requests.length;
      const environment = { MERGEQUEUE_ALLOWED_HOSTS: new URL(emulator.url).host };
      await call("apply plan.json --auto-approve", { environment }).fails("The plan: base_url:");
      expect(evil.requests).toHaveLength(before);
    } finally {
      await evil.close();
    }
  });

  test("the stack's address wins over the environment, an option over both", async () => {
    const elsewhere = { MERGEQUEUE_BASE_URL: "https://elsewhere.example.com/v1" };
    expect(await plan({ base_url: emulator.url }, [], elsewhere)).toMatchObject({ exitStatus: 0 });
    const stack = { base_url: "https://stack.example.com/v1" };
    await plan(stack, ["--base-url", emulator.url], elsewhere).succeeds();
    expect(emulator.requests).toHaveLength(2);
  });

  test("the stack's token wins over the environment, a token file over both", async () => {
    const wrong = { MERGEQUEUE_TOKEN: "wrong" };
    expect(await plan({ token: TOKEN }, [], wrong)).toMatchObject({ exitStatus: 0 });
    writeFileSync(join(directory, "token"), TOKEN, { mode: 0o600 });
    await plan({ token: "wrong-too" }, ["--token-file", "token"], wrong).succeeds();
    expect((await plan({ token: "wrong-too" }, [])).error).toContain('the provider argument "token"');
  });

  test("S-07: a stack that names an address of its own gets no request, and so no token", async () => {
    const evil = await startService();
    try {
      const allowed = { MERGEQUEUE_ALLOWED_HOSTS: new URL(emulator.url).host };
      writeFileSync(join(directory, "token"), TOKEN, { mode: 0o600 });
      for (const args of [[], ["--token-file", "token"]]) {
        const { error } = await plan({ base_url: evil.url }, args, allowed).fails(
          "MERGEQUEUE_ALLOWED_HOSTS does not name that host",
          'Error: Provider "mergequeue" of stack "',
          "and is not sent to 127.0.0.1:",
        );
        expect(error).not.toContain(TOKEN);
      }
      expect(evil.connections.opened).toBe(0);
      expect(await plan({}, ["--token-file", "token"], allowed)).toMatchObject({ exitStatus: 0 });
      await plan({ base_url: evil.url, token: evil.token }, [], allowed).endsWith(0);
      const meant = ["--token-file", "token", "--base-url", evil.url];
      expect(await plan({}, meant, allowed)).toMatchObject({ exitStatus: 0 });
    } finally {
      await evil.close();
    }
  });

  test("an argument that is unknown in the stack never falls back to the environment, but an option replaces it", async () => {
    writeFileSync(join(directory, "token"), TOKEN, { mode: 0o600 });
    const open = { base_url: "${var.url}", token: "${var.token}" };
    writeStack(directory, { [QUEUE_ID]: {} }, open, { variable: { url: {}, token: {} } });
    const { error } = await call("plan");
    expect(error).toContain("TF_VAR_url");
    expect(error).toContain("Give it as --token-file.");
    expect(emulator.requests).toEqual([]);
    const options = ["--base-url", emulator.url, "--token-file", "token"];
    await call(["plan", ...options]).succeeds();
  });

  test("everything that is wrong with any of them is said at once, each thing once", async () => {
    const wrong = makeSource({ base_url: "http://merge.example.com/v1", token: "a b" });
    const lines = [
      /^Provider "mergequeue" of stack "queues": base_url: Plain http .*/,
      /Provider "mergequeue" of stack "queues": token: The token .* contains a character at position 2 .*/,
      /The address of the merge queue service is missing\. Give it to the provider in the stack, or as --base-url, .*/,
      /The API token is missing\. .*$/,
    ];
    const told = new RegExp(lines.map(({ source }) => source).join("\n"));
    await expect(connect([wrong, makeSource({}), makeSource({})])).rejects.toThrow(told);
  });

  test("R-5: providers that come to the same share a client, others do not", async () => {
    const environment = { MERGEQUEUE_BASE_URL: emulator.url, MERGEQUEUE_TOKEN: TOKEN };
    const a = makeSource({});
    const b = makeSource({ base_url: emulator.url });
    const c = makeSource({ token: "other" });
    const services = await connect([a, b, c], environment);
    expect(services.get(a)?.reconciler).toBe(services.get(b)?.reconciler);
    expect(services.get(a)?.reconciler).not.toBe(services.get(c)?.reconciler);
  });

  test("a plan stores a service's address and the stack's arguments, but never a token", async () => {
    const source = makeSource({ token: TOKEN, max_retries: 3, alias: "eu" });
    const services = await connect([source], { MERGEQUEUE_BASE_URL: `${emulator.url}/` });
    const connection = { max_retries: 3, base_url: emulator.url, has_own_token: true };
    expect(services.get(source)?.connection).toEqual(new Map(Object.entries(connection)));
  });

  test("a relative ca_file is resolved against the stack's directory, or for the option against the working directory", async () => {
    const stacks = join(directory, "cdktf.out");
    mkdirSync(stacks);
    writeStack(stacks, { [QUEUE_ID]: {} }, { ca_file: "roots.pem" });
    const inStack = await call("plan");
    expect(inStack.error).toContain(JSON.stringify(join(stacks, "roots.pem")));
    const chosen = await call("plan --ca-file roots.pem");
    expect(chosen.error).toContain(JSON.stringify(join(directory, "roots.pem")));
  });
});

import { makeScratch } from "../../support/make-scratch";
import { buildTinyProvider } from "../support/build-tiny-provider";
import { connect } from "../support/connect";
import { type PluginProcess, startProcess } from "../support/plugin-process";
import { listErrors, TerraformSide } from "../support/terraform-side";

const provider = buildTinyProvider();
const scratch = makeScratch();
let process: PluginProcess;

interface Reattach {
  readonly Protocol: string;
  readonly ProtocolVersion: number;
  readonly Pid: number;
  readonly Test: boolean;
  readonly Addr: { readonly Network: string; readonly String: string };
}

/** Starts a provider for debugging, by hand: no cookie, nothing of Terraform in the environment. */
async function start(tls = false): Promise<Record<string, Reattach>> {
  process = startProcess({
    command: provider.command,
    args: ["--debug"],
    tls,
    env: { TF_PLUGIN_MAGIC_COOKIE: undefined, TMPDIR: scratch },
  });
  await process.firstLine;
  const json = /^TF_REATTACH_PROVIDERS='(.*)'$/m.exec(process.stdout())?.[1];
  return JSON.parse(json ?? "null") as Record<string, Reattach>;
}

async function attach(reattach: Reattach | undefined): Promise<TerraformSide> {
  const address = { network: "unix", address: reattach?.Addr.String ?? "", certificate: undefined };
  return TerraformSide.attach(process, connect(address, undefined));
}

afterEach(async () => {
  await process.end();
});

test("G-26: it prints how to attach, for every address", async () => {
  const reattach = await start();

  expect(Object.keys(reattach)).toEqual([
    "registry.terraform.io/test/tiny",
    "registry.opentofu.org/test/tiny",
  ]);
  expect(reattach["registry.terraform.io/test/tiny"]).toEqual({
    Protocol: "grpc",
    ProtocolVersion: 6,
    Pid: process.pid,
    Test: true,
    Addr: { Network: "unix", String: expect.stringContaining(scratch) as unknown },
  });
});

test("G-26: it does not use TLS, even with a certificate in the environment", async () => {
  const reattach = await start(true);

  const side = await attach(reattach["registry.terraform.io/test/tiny"]);

  expect(side.resourceSchemas.size).toBeGreaterThan(0);
  side.client.close();
});

test("C-75: a stop ends the calls of one run and leaves the next run alone", async () => {
  const reattach = await start();
  const side = await attach(reattach["registry.terraform.io/test/tiny"]);
  await side.configure({ directory: scratch });
  const waiting = apply(side, "waiting");

  // The call has to be there before it can be stopped; a second one proves that the first arrived.
  await side.validate("tiny_thing", { name: "a" });
  await side.stop();
  const stopped = await waiting;
  const next = apply(side, "next");
  const isStopped = await Promise.race([
    next.then(() => true),
    side.validate("tiny_thing", { name: "a" }).then(() => false),
  ]);
  await side.stop();
  await next;
  side.client.close();

  expect(stopped).toEqual([expect.stringContaining("Interrupted while waiting.")]);
  expect(isStopped).toBe(false);
});

async function apply(side: TerraformSide, name: string): Promise<readonly string[]> {
  const config = side.make("tiny_thing", { name, behaviour: "wait" });
  return listErrors((await side.apply("tiny_thing", { planned: config, config })).diagnostics);
}

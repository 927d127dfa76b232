import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { QUEUE_TYPE } from "../conformance/support/provider-under-test";
import { readData } from "../plugin/support/data-calls";
import { listErrors, TerraformSide } from "../plugin/support/terraform-side";
import { config, IDENTITY, objectOf, state } from "../provider/support/queue-values";
import { tryFindToken } from "../support/canary/find-token";
import { layOutProvider } from "../support/e2e/provider-source";
import { CANARY_TOKEN } from "../support/e2e/queue-stage";
import { ECHOES, type EchoingService, startEchoingService } from "./support/echoing-service";
import { withRawBytes } from "./support/with-raw-bytes";

/** Crashes the provider with an error that contains the token, as a bug might. */
const HOOK = `"use strict";
process.on("SIGUSR2", () => {
  const token = process.env.MERGEQUEUE_TOKEN;
  const cause = new Error("Basic " + Buffer.from("x:" + token).toString("base64"));
  cause.headers = ["x-api-token", token];
  cause.body = Buffer.from(JSON.stringify({ token }));
  cause.part = token.slice(5, 25);
  throw new Error("request with " + token + " failed", { cause });
});
`;

let directory: string;
let service: EchoingService;
let side: TerraformSide;

beforeAll(async () => {
  directory = await mkdtemp(join(tmpdir(), "mq-canary-"));
  const hook = join(directory, "hook.cjs");
  await writeFile(hook, HOOK);
  service = await startEchoingService();
  const bundle = join(dirname(await layOutProvider(directory)), "provider.cjs");
  side = await TerraformSide.start({
    command: [process.execPath, "--require", hook, bundle],
    env: {
      HOME: directory,
      TF_LOG: "TRACE",
      DEBUG: "*",
      NODE_DEBUG: "http,http2,net,tls,undici,fetch,stream,worker",
      MERGEQUEUE_BASE_URL: service.url,
      MERGEQUEUE_TOKEN: CANARY_TOKEN,
      MERGEQUEUE_MAX_RETRIES: "0",
    },
  });
  // First from the environment, then from the configuration, whose bytes the debugging switches show.
  expect(listErrors(await side.configure({}))).toEqual([]);
  expect(listErrors(await side.configure({ token: CANARY_TOKEN }))).toEqual([]);
});

afterAll(async () => {
  side.client.close();
  side.process.child.kill("SIGKILL");
  await side.process.exited;
  await service.close();
  await rm(directory, { recursive: true, force: true });
});

test.each(Object.entries(ECHOES))(
  "S-01, S-03: a token that the service repeats in %s is in no response to Terraform",
  async (_place, echo) => {
    service.respondWith(echo);
    const before = service.count();
    // The service never confirms a change, so each waits until its timeout.
    const timeouts = { create: "3s", read: null, update: "3s", delete: null };
    const wanted = config({ concurrency: 2, required_statuses: ["ci"], timeouts });
    const sought = Object.fromEntries(objectOf(side.findDataSchema(QUEUE_TYPE), IDENTITY));
    const responses = [
      await side.read(QUEUE_TYPE, state()),
      await side.plan(QUEUE_TYPE, { config: wanted }),
      await side.apply(QUEUE_TYPE, { planned: wanted, config: wanted }),
      await side.apply(QUEUE_TYPE, {
        prior: state({ timeouts }),
        planned: state({ timeouts, concurrency: 3 }),
        config: wanted,
      }),
      await side.apply(QUEUE_TYPE, { prior: state(), planned: null, config: null }),
      await readData(side, QUEUE_TYPE, sought),
    ];
    expect(service.count()).toBeGreaterThan(before);
    const failed = responses.filter(({ diagnostics }) => listErrors(diagnostics).length > 0);
    expect(failed.length).toBeGreaterThan(0);
    expect(tryFindToken(withRawBytes(responses), CANARY_TOKEN)).toBeUndefined();
  },
);

test("S-03, G-24: a token is in no log at level trace, and not in the crash that ends the process", async () => {
  service.respondWith(ECHOES["a refusal"] ?? String);
  await side.read(QUEUE_TYPE, state());
  side.process.child.kill("SIGUSR2");
  await expect(side.process.exited).resolves.toMatchObject({ code: 2 });

  const log = side.process.stderr();
  for (const sign of [
    '"@level":"debug"',
    "STREAM ",
    "panic: Error: request with [redacted] failed",
    "x-api-token",
  ]) {
    // A failing assertion would print the whole log.
    expect({ sign, isThere: log.includes(sign) }).toEqual({ sign, isThere: true });
  }
  expect(tryFindToken(log, CANARY_TOKEN)).toBeUndefined();
  expect(tryFindToken(side.process.stdout(), CANARY_TOKEN)).toBeUndefined();
});

import { inspect } from "node:util";
import { MergeQueueClient } from "../../src/api/merge-queue-client";
import { closeAllConnections } from "../../src/api/transport/undici-transport";
import { run } from "../cli/fake-context";
import { tryFindToken } from "../support/canary/find-token";
import { CANARY_TOKEN, QUEUE, QUEUE_ID } from "../support/e2e/queue-stage";
import { LONGEST_POLL_MS, VirtualClock } from "../support/virtual-clock";
import { ECHOES, type EchoingService, startEchoingService } from "./support/echoing-service";

let service: EchoingService;

beforeAll(async () => {
  service = await startEchoingService();
});

afterAll(async () => {
  await closeAllConnections();
  await service.close();
});

/** Prints a value in every way. */
function listPrints(value: unknown): string[] {
  const prints = [
    inspect(value, { depth: Infinity, showHidden: true, getters: true, maxStringLength: Infinity }),
    JSON.stringify(value) as string | undefined,
    String(value),
  ];
  for (let link = value; link instanceof Error; link = link.cause) {
    prints.push(link.message, link.stack ?? "", JSON.stringify(link));
  }
  return prints.filter((print) => print !== undefined);
}

describe.each(Object.entries(ECHOES))("a token that the service repeats in %s", (_place, echo) => {
  test("S-01, S-03: is in no response and in no printed error, including its hidden parts and causes", async () => {
    service.respondWith(echo);
    const client = new MergeQueueClient({ baseUrl: service.url, token: CANARY_TOKEN, maxRetries: 0 });
    const before = service.count();
    for (const call of [
      () => client.getQueue(QUEUE),
      () => client.updateQueue({ ...QUEUE, concurrency: 2 }),
      () => client.createQueue(QUEUE),
    ]) {
      const outcome: unknown = await call().catch((error: unknown) => error);
      for (const print of listPrints(outcome)) expect(tryFindToken(print, CANARY_TOKEN)).toBeUndefined();
    }
    expect(service.count()).toBeGreaterThan(before);
    expect(listPrints(client).filter((print) => tryFindToken(print, CANARY_TOKEN) !== undefined)).toEqual([]);
  });

  test("S-03: is in no output of the command, whatever the source of the token", async () => {
    service.respondWith(echo);
    const commands = [
      ["queue", "get", QUEUE_ID, "--json"],
      ["pr", "list", QUEUE_ID],
      ["queue", "pause", QUEUE_ID, "--auto-approve", "--json"],
      ["metrics"],
    ];
    for (const command of commands) {
      const args = ["--verbose", ...command, "--max-retries", "0", "--token-file", "-"];
      const { out, error } = await run(args, {
        environment: { MERGEQUEUE_BASE_URL: service.url },
        clock: new VirtualClock(LONGEST_POLL_MS),
        readInput: () => Promise.resolve(Buffer.from(`${CANARY_TOKEN}\n`)),
        catchStop: () => new Promise(() => undefined),
      });
      expect(`${out}${error}`).not.toBe("");
      expect(tryFindToken(`${out}${error}`, CANARY_TOKEN)).toBeUndefined();
    }
  });
});

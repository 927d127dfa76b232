import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { readdir } from "node:fs/promises";
import { join, resolve } from "node:path";
import { createInterface } from "node:readline";
import { build } from "esbuild";
import { INLINE_TEXTS } from "../../../scripts/build/bundle-entry";
import { MAIN as QUEUE } from "../../engine/engine-fixtures";
import { makeScratch } from "../../support/make-scratch";

const ROOT = resolve(__dirname, "../../..");

/** How often the service is killed. */
const KILLS = 8;

let directory = "";
const children: ChildProcess[] = [];

beforeAll(async () => {
  directory = makeScratch("survive kill-");
  await build({
    absWorkingDir: ROOT,
    entryPoints: ["test/emulator/store/support/kept-service.ts"],
    outfile: join(directory, "service.cjs"),
    bundle: true,
    platform: "node",
    format: "cjs",
    target: "node20.18",
    mainFields: ["module", "main"],
    logLevel: "warning",
    plugins: [INLINE_TEXTS],
  });
});

afterEach(() => {
  for (const child of children.splice(0)) child.kill("SIGKILL");
});

interface Served {
  readonly child: ChildProcess;
  readonly url: string;
  readonly token: string;
  readonly error?: string;
}

async function start(file: string): Promise<Served> {
  const child = spawn(process.execPath, [join(directory, "service.cjs"), file], {
    stdio: ["ignore", "pipe", "inherit"],
  });
  children.push(child);
  const ended = once(child, "exit").then(([status]) => {
    throw new Error(`The service ended with status ${String(status)} before it was ready.`);
  });
  const [line] = (await Promise.race([once(createInterface(child.stdout), "line"), ended])) as [string];
  return { child, ...(JSON.parse(line) as Omit<Served, "child">) };
}

async function post({ url, token }: Served, operation: string, body: unknown): Promise<Response> {
  const headers = { "content-type": "application/json", "x-api-token": token };
  return fetch(`${url}/${operation}`, { method: "POST", headers, body: JSON.stringify(body) });
}

/** Submits pull requests until the service is gone, several at a time, and notes which were acknowledged. */
async function submitUntilGone(
  service: Served,
  next: () => number,
  onDone: (n: number) => void,
): Promise<void> {
  for (;;) {
    const number = next();
    try {
      const response = await post(service, "submitPullRequest", { ...QUEUE, pr: { number } });
      await response.text();
      if (response.status === 200) onDone(number);
    } catch {
      // Killed: it is unknown whether this one was stored.
      return;
    }
  }
}

interface ShownState {
  readonly queues: readonly {
    readonly submissions: readonly { readonly number: number; readonly id: string }[];
  }[];
}

async function listSubmissions({ url, token }: Served): Promise<ShownState["queues"][number]["submissions"]> {
  const response = await fetch(new URL("/control/state", url), { headers: { "x-api-token": token } });
  const { queues } = (await response.json()) as ShownState;
  return queues[0]?.submissions ?? [];
}

test("F-34: after being killed at any moment and restarted, a service has everything that it acknowledged", async () => {
  const file = join(directory, "queues.data");
  const acknowledged = new Set<number>();
  let last = 0;
  let known = new Map<number, string>();
  for (let kill = 1; kill <= KILLS; kill += 1) {
    const service = await start(file);
    if (kill === 1) await (await post(service, "createQueue", QUEUE)).text();
    const submissions = await listSubmissions(service);
    const numbers = submissions.map(({ number }) => number);
    // Nothing is lost or duplicated, and earlier entries are unchanged.
    expect(new Set(numbers).size).toBe(numbers.length);
    expect([...acknowledged].filter((number) => !numbers.includes(number))).toEqual([]);
    const ids = new Map(submissions.map(({ number, id }) => [number, id]));
    for (const [number, id] of known) expect(ids.get(number)).toBe(id);
    known = new Map([...ids].filter(([number]) => acknowledged.has(number)));
    // The kill lands at a varying point of the next requests.
    const wanted = acknowledged.size + 5 + kill * 7;
    const gone = once(service.child, "exit");
    await Promise.all(
      Array.from({ length: 6 }, () =>
        submitUntilGone(
          service,
          () => (last += 1),
          (number) => {
            acknowledged.add(number);
            if (acknowledged.size === wanted) service.child.kill("SIGKILL");
          },
        ),
      ),
    );
    await gone;
  }
  expect(acknowledged.size).toBeGreaterThan(KILLS * 5);
  // A killed service may leave a lock and an unfinished file, and nothing else.
  const left = (await readdir(directory)).filter((name) => name.startsWith("queues.data"));
  expect(left).toEqual(expect.arrayContaining(["queues.data", "queues.data.lock"]));
});

test("a second service cannot use the same file while the first one runs", async () => {
  const file = join(directory, "shared.data");
  const first = await start(file);
  const second = await start(file);
  expect(second.error).toContain(
    `Another local service (process ${first.child.pid ?? 0}) uses the data file`,
  );
  const gone = once(first.child, "exit");
  first.child.kill("SIGKILL");
  await gone;
  expect((await start(file)).url).toContain("http://127.0.0.1:");
});

import { mkdirSync, readdirSync, writeFileSync } from "node:fs";
import nodeModule from "node:module";
import { basename, dirname, join } from "node:path";
import { type Emulator, startEmulator } from "../../src/emulator/start-emulator";
import { call } from "../plugin/support/connect";
import { readData } from "../plugin/support/data-calls";
import { ProviderService } from "../plugin/support/services";
import { listErrors } from "../plugin/support/terraform-side";
import { config, IDENTITY, objectOf } from "../provider/support/queue-values";
import { layOutProvider } from "../support/e2e/provider-source";
import { makeScratch } from "../support/make-scratch";
import { CoreResource } from "./support/core-resource";
import { QUEUE_TYPE } from "./support/provider-under-test";
import { WatchedProvider } from "./support/watched-provider";

/** Part of names from outside; nothing else of the tests has it. */
const MARK = "canary-name";

let emulator: Emulator;
let provider: WatchedProvider;

beforeEach(async () => {
  emulator = await startEmulator();
  provider = await WatchedProvider.start();
});

afterEach(async () => {
  await provider.remove();
  await emulator.close();
});

/** Takes a queue through its whole lifecycle, and reads it in every way. */
async function live(baseUrl: string, branch: string): Promise<void> {
  const { side } = provider;
  const given = { base_url: baseUrl, token: emulator.token };
  expect(listErrors(await side.validateProvider(given))).toEqual([]);
  expect(listErrors(await side.configure(given))).toEqual([]);
  const resource = new CoreResource(side, QUEUE_TYPE);
  for (const concurrency of [2, 3]) {
    const wanted = config({ target_branch: branch, concurrency, required_statuses: ["ci"] });
    expect(await resource.apply(await resource.plan(wanted), wanted)).toEqual([]);
    await resource.refresh();
  }
  const sought = objectOf(side.findDataSchema(QUEUE_TYPE), { ...IDENTITY, target_branch: branch });
  const read = await readData(side, QUEUE_TYPE, Object.fromEntries(sought));
  expect(listErrors(read.diagnostics)).toEqual([]);
  const imported = new CoreResource(side, QUEUE_TYPE);
  expect(await imported.import(`github.com/acme/web/${branch}`)).toEqual([]);
  expect(await resource.apply(await resource.plan(null), null)).toEqual([]);
}

describe("the provider's process", () => {
  test("G-14: reads two small files of the bundle before the handshake, and the others after it", async () => {
    await live(emulator.url, "main");

    const deeds = provider.listDeeds();
    const handshake = deeds.findIndex(([kind]) => kind === "print");
    const own = deeds.map(([kind, what]) => (kind === "file" && what.endsWith(".cjs") ? basename(what) : ""));
    const files = new Set(own.slice(0, handshake).filter((name) => name !== "" && name !== "hook.cjs"));
    expect([...files]).toEqual(["provider.cjs", "start.cjs"]);
    expect(deeds[handshake]?.[1]).toMatch(/^1\|6\|/);
    expect(own.indexOf("calls.cjs")).toBeGreaterThan(handshake);
    expect(own.indexOf("client.cjs")).toBeGreaterThan(handshake);
    const before = deeds.slice(0, handshake).map(([kind]) => kind);
    expect(before.filter((kind) => ["connect", "dns", "udp"].includes(kind))).toEqual([]);
  });

  test("G-14: loads neither HTTP nor response schemas until something calls the service", async () => {
    const { side } = provider;
    const given = { base_url: emulator.url, token: emulator.token };
    expect(listErrors(await side.validateProvider(given))).toEqual([]);
    expect(listErrors(await side.validate(QUEUE_TYPE, Object.fromEntries(config())))).toEqual([]);

    expect(provider.list("load")).toContain("./calls.cjs");
    expect(provider.list("load")).not.toContain("./client.cjs");
  });

  test("G-14: loads the code of its resource only after another call than one for its schema", async () => {
    const { client } = provider.side;
    await call(client, ProviderService.getResourceIdentitySchemas, {});
    await call(client, ProviderService.getMetadata, {});
    await call(client, ProviderService.getFunctions, {});

    expect(provider.list("load").filter((name) => name.startsWith("./"))).toEqual([
      "./start.cjs",
      "./schema.cjs",
    ]);
    expect(listErrors(await provider.side.validateProvider({}))).toEqual([]);
    expect(provider.list("load")).toContain("./calls.cjs");
  });

  test("S-28: keeps compiled code in the user's directory for caches, if this Node.js can", async () => {
    const base = makeScratch();
    const bundle = join(dirname(await layOutProvider(base)), "provider.cjs");
    const home = join(base, "home");
    mkdirSync(home);
    const command = [process.execPath, bundle];
    const side = await provider.side.startSibling({ command, env: { HOME: home } });
    expect(listErrors(await side.validateProvider({}))).toEqual([]);
    await side.close();

    const files = readdirSync(home, { recursive: true, withFileTypes: true }).filter((it) => it.isFile());
    // Only calls.cjs is loaded.
    expect(files).toHaveLength("enableCompileCache" in nodeModule ? 1 : 0);
  });

  test.each([
    ["schema.cjs", ProviderService.getFunctions.path],
    ["calls.cjs", ProviderService.validateProviderConfig.path],
  ])("G-24: reports %s that cannot be loaded as a crash", async (name, path) => {
    const directory = dirname(await layOutProvider(makeScratch()));
    writeFileSync(join(directory, name), 'throw new Error("half a file");');
    const command = [process.execPath, join(directory, "provider.cjs")];
    const broken = await provider.side.startSibling({ command });
    const method = { path, requestSerialize: () => Buffer.alloc(0), responseDeserialize: String };

    await expect(call(broken.client, method, {})).rejects.toThrow();
    expect(await broken.process.exited).toEqual({ code: 2, signal: null });
    expect(broken.process.stderr()).toMatch(/^panic: Error: half a file\n/);
    await broken.close();
  });

  test("S-20: resolves only the name in base_url", async () => {
    const url = new URL(emulator.url);
    url.hostname = "localhost";
    await live(url.href, "main");

    expect(provider.list("connect")).toEqual([url.host]);
    expect(provider.list("dns")).toEqual(["localhost"]);
    expect(provider.list("udp")).toEqual([]);
  });

  test("S-17: never uses repositories, branches and import ids as file names", async () => {
    await live(emulator.url, `../../${MARK}`);
    for (const id of [
      `../../${MARK}`,
      `/tmp/${MARK}/web/main`,
      `file:///tmp/${MARK}`,
      `github.com/..%2f${MARK}/web/main`,
      `github.com/acme/${MARK}/../../main`,
    ]) {
      // Whether there is such a queue or the id is refused: neither concerns files.
      await provider.side.import(QUEUE_TYPE, id);
    }

    expect(JSON.stringify(emulator.requests)).toContain(`../../${MARK}`);
    const files = provider.list("file");
    expect(files).toContainEqual(expect.stringContaining(join(provider.temporary, "tf-")));
    expect(files.filter((file) => file.includes(MARK))).toEqual([]);
    const made = readdirSync(provider.world, { recursive: true, encoding: "utf8" }).sort();
    const place = expect.stringMatching(/^tmp\/tf-\w{6}$/) as string;
    const socket = expect.stringMatching(/^tmp\/tf-\w{6}\/plugin-[0-9a-f]{12}$/) as string;
    const shared = made.filter((path) => path.startsWith("tmp/terraform-provider-mergequeue-runs-"));
    for (const path of shared) expect(path).toMatch(/-runs-\d+(?:\/[\d-]+(?:\/\d+-[0-9a-f]+)?)?$/);
    expect(made.filter((path) => !shared.includes(path))).toEqual(["home", "tmp", place, socket]);
  });
});

import { BuiltProvider, QUEUE_TYPE } from "../conformance/support/provider-under-test";
import { listErrors, type TerraformSide } from "../plugin/support/terraform-side";
import { config, state } from "../provider/support/queue-values";
import { CANARY_TOKEN } from "../support/e2e/queue-stage";
import { QUEUE_RESPONSE } from "../wire/fixtures";
import { type EchoingService, startEchoingService } from "./support/echoing-service";

const QUEUE = JSON.parse(QUEUE_RESPONSE) as { readonly [field: string]: unknown };

/** Clears the screen, writes over the line, and turns text round. */
const STEERING = "\u001b[2J\u009b1A\r\u202eevil\u2066\u0007";

let provider: BuiltProvider;
let service: EchoingService;
let side: TerraformSide;

beforeAll(async () => {
  provider = await BuiltProvider.layOut();
  service = await startEchoingService();
  side = await provider.start({ MERGEQUEUE_MAX_RETRIES: "0" });
  expect(listErrors(await side.configure({ base_url: service.url, token: CANARY_TOKEN }))).toEqual([]);
});

afterAll(async () => {
  await provider.remove();
  await service.close();
});

function respondWith(body: string, status = "200 OK", ...headers: readonly string[]): void {
  const type = status.startsWith("200") ? "application/json" : "text/plain";
  const head = [
    `content-type: ${type}`,
    `content-length: ${Buffer.byteLength(body)}`,
    "connection: close",
    ...headers,
  ];
  service.respondWith(() => `HTTP/1.1 ${status}\r\n${head.join("\r\n")}\r\n\r\n${body}`);
}

/** Returns the responses to everything that Terraform asks about a queue. */
async function askEverything(): Promise<{ texts: string[]; errors: readonly string[] }> {
  const responses = [
    await side.read(QUEUE_TYPE, state()),
    await side.plan(QUEUE_TYPE, { prior: state(), config: null }),
    await side.plan(QUEUE_TYPE, { config: config() }),
    await side.apply(QUEUE_TYPE, { prior: state(), planned: null, config: null }),
  ];
  const diagnostics = responses.flatMap((response) => response.diagnostics);
  return {
    texts: diagnostics.flatMap(({ summary, detail }) => [summary, detail]),
    errors: listErrors(diagnostics),
  };
}

test.each([
  [
    "titles and authors",
    JSON.stringify({
      ...QUEUE,
      enqueuedPullRequests: [{ prNumber: 7, prTitle: STEERING, prAuthor: STEERING, state: STEERING }],
    }),
    "200 OK",
  ],
  ["unknown words", JSON.stringify({ ...QUEUE, mode: STEERING, enqueuedPullRequests: [] }), "200 OK"],
  ["refusals", STEERING, "400 Bad Request"],
  ["broken responses", `{"${STEERING}`, "200 OK"],
])("S-14: %s cannot steer the terminal that Terraform prints on", async (_what, body, status) => {
  respondWith(body, status);
  const { texts } = await askEverything();
  expect(texts.join("\n")).toContain("evil");
  expect(
    texts.filter((text) => /[\p{Bidi_Control}\u0000-\u0008\u000b-\u001f\u007f-\u009f]/u.test(text)),
  ).toEqual([]);
});

test("S-12: keys such as __proto__ do not change any prototype", async () => {
  // A missing field would be taken from a prototype that the response brings along or has changed.
  const bare = QUEUE_RESPONSE.replace('"concurrency": 3,', "");
  const poison = '"__proto__":{"concurrency":77},"constructor":{"prototype":{"concurrency":77}},';
  for (const response of [bare.replace("{", `{${poison}`), bare]) {
    respondWith(response);
    const { state: read, diagnostics } = await side.read(QUEUE_TYPE, state());
    expect(listErrors(diagnostics)).toEqual([]);
    expect(read?.get("mode")).toBe("parallel");
    expect(read?.get("concurrency")).toBeNull();
  }
});

test.each(["1e999", "9007199254740993", "-1e400", '"2"', "[2]", "{}"])(
  "S-13: a setting of %s is an error that names it, and the state is kept",
  async (number) => {
    respondWith(`{"concurrency":1,${QUEUE_RESPONSE.trim().slice(1, -1)},"concurrency":${number}}`);
    const { state: read, diagnostics } = await side.read(QUEUE_TYPE, state());
    expect(listErrors(diagnostics)).toEqual([expect.stringContaining("concurrency")]);
    expect(read).toEqual(state());
  },
);

test.each<[what: string, body: string, headers: readonly string[]]>([
  ["nested a hundred thousand times", `${"[".repeat(100_000)}${"]".repeat(100_000)}`, []],
  [
    "nested within a queue",
    `{"enqueuedPullRequests":[],"a":${'{"a":'.repeat(50_000)}1${"}".repeat(50_000)}}`,
    [],
  ],
  ["of 40 MB", `{"a":"${"x".repeat(40 * 1024 * 1024)}"}`, []],
  ["with a header of a megabyte", "{}", [`x: ${"x".repeat(1024 * 1024)}`]],
  ["with fifty thousand headers", "{}", Array.from({ length: 50_000 }, (_, index) => `x${index}: x`)],
])("S-18: a response %s is an error, and the next response is read", async (_what, body, headers) => {
  respondWith(body, "200 OK", ...headers);
  const { errors } = await askEverything();
  expect(errors.length).toBeGreaterThanOrEqual(2);
  for (const error of errors) expect(Buffer.byteLength(error)).toBeLessThan(2200);
  respondWith(QUEUE_RESPONSE);
  expect(listErrors((await side.read(QUEUE_TYPE, state())).diagnostics)).toEqual([]);
});

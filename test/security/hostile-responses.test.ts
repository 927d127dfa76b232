import { BuiltProvider, QUEUE_TYPE } from "../conformance/support/provider-under-test";
import { listErrors, type TerraformSide } from "../plugin/support/terraform-side";
import { config, state } from "../provider/support/queue-values";
import { CANARY_TOKEN } from "../support/e2e/queue-stage";
import { QUEUE_RESPONSE } from "../wire/fixtures";
import { type EchoingService, startEchoingService } from "./support/echoing-service";

const QUEUE = JSON.parse(QUEUE_RESPONSE) as { readonly [field: string]: unknown };

/** Clears the screen, overwrites the line, and reverses text. */
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

/** Makes every request of Terraform about a queue. */
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
])("S-14: %s cannot control the terminal of Terraform", async (_what, body, status) => {
  respondWith(body, status);
  const { texts } = await askEverything();
  expect(texts.join("\n")).toContain("evil");
  expect(
    texts.filter((text) => /[\p{Bidi_Control}\u0000-\u0008\u000b-\u001f\u007f-\u009f]/u.test(text)),
  ).toEqual([]);
});

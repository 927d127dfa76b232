import { createServer as createHttpServer, type IncomingMessage, type ServerResponse } from "node:http";
import { createServer } from "node:https";
import { closeAllConnections } from "../../../src/api/transport/undici-transport";
import { holdUntil } from "../../../src/emulator/faults";
import { type Certificate, makeCertificate } from "../../api/support/make-certificate";
import { listen, trackSockets } from "../../api/support/raw-server";
import { type Diagnosis, diagnose, machine, onMachine } from "../support/run-doctor";
import { TOKEN } from "../support/run-on-service";
import { emulator, onService } from "../support/stage";

const CERTIFICATE = makeCertificate();

const closers: (() => Promise<void>)[] = [];

afterEach(async () => {
  await closeAllConnections();
  for (const close of closers.splice(0)) await close();
});

onService();
onMachine();

type Answer = (request: IncomingMessage, response: ServerResponse) => void;

/** Refuses as a service does: 401 without the token, 400 with it. */
const asService: Answer = (request, response) => {
  const status = request.headers["x-api-token"] === TOKEN ? 400 : 401;
  response.writeHead(status, { "content-type": "application/plain-text" }).end("refused");
};

async function serve(answer: Answer, certificate?: Certificate): Promise<{ url: string; tokens: unknown[] }> {
  const tokens: unknown[] = [];
  const handle: Answer = (request, response) => {
    tokens.push(request.headers["x-api-token"]);
    request.resume();
    answer(request, response);
  };
  const server = certificate === undefined ? createHttpServer(handle) : createServer(certificate, handle);
  closers.push(trackSockets(server));
  const scheme = certificate === undefined ? "http" : "https";
  return { url: `${scheme}://127.0.0.1:${await listen(server)}/v1`, tokens };
}

/** Runs the doctor with the address of a service. */
async function look(
  url: string,
  environment: Readonly<Record<string, string>> = {},
  ...args: readonly string[]
): Promise<Diagnosis> {
  return diagnose(machine, { MERGEQUEUE_BASE_URL: url, ...environment }, args);
}

/** Answers each request with this status, depending on whether the token is sent. */
function refuseWith(withoutToken: number, withToken: number): Answer {
  return (request, response) => {
    const status = request.headers["x-api-token"] === undefined ? withoutToken : withToken;
    response.writeHead(status, { "content-type": "text/plain" }).end("no");
  };
}

describe("the service", () => {
  test("S-07: a host that MERGEQUEUE_ALLOWED_HOSTS does not name gets no request", async () => {
    const { shows } = await look(emulator.url, { MERGEQUEUE_ALLOWED_HOSTS: "merge.example.com" });
    shows("address", "problem", "MERGEQUEUE_ALLOWED_HOSTS does not name that host");
    expect(emulator.requests).toEqual([]);
  });

  test.each([
    ["https://merge.example.com/queues/v3/", '"https://merge.example.com/queues"'],
    ["http://merge.example.com/V1", '"http://merge.example.com"'],
    ["https://user:secret@merge.example.com/v3", "https://HOST"],
  ])("an address that is wrong gets the command to go on: %s", async (address, corrected) => {
    const { command } = (await look(address)).find("address");
    expect(command).toBe(`mergequeue doctor --base-url ${corrected}`);
  });

  test.each([
    ["another path", "/api/v1", 'mergequeue doctor --base-url "%/v1"'],
    ["the usual path", "/v1", 'curl -i "%/v1"'],
  ])("what is not a service at %s gets a command that goes on", async (_, path, command) => {
    const { url } = await serve((_request, response) => response.writeHead(404).end("<html>"));
    const origin = new URL(url).origin;
    expect((await look(`${origin}${path}`)).find("route").command).toBe(command.replace("%", origin));
  });

  test("that is in order gives status 0: two requests, only the second with the token", async () => {
    const { exitStatus, problems, error, shows } = await look(emulator.url);
    expect({ exitStatus, problems, error }).toEqual({ exitStatus: 0, problems: 0, error: "" });
    shows("address", "ok", `${emulator.url} (MERGEQUEUE_BASE_URL)`);
    shows("interface", "ok", 'the first interface, at /v1, because the address ends in "/v1"');
    for (const check of ["network", "route", "clock"]) shows(check, "ok");
    shows("token", "ok", "accepted (MERGEQUEUE_TOKEN)");
    shows("TLS", "skipped", "the address begins with http");
    expect(emulator.requests.map(({ operation }) => operation)).toEqual(["getQueue", "getQueue"]);
  });

  test("of the second interface is in order, and a wrong key is a problem of the token alone", async () => {
    const { problems, shows } = await look(emulator.url.replace("/v1", "/v2/"));
    // Its clock, which a test moves, is in the header Date.
    expect(problems).toBe(1);
    shows("interface", "ok", 'the second interface, at /v2, because the address ends in "/v2"');
    shows("route", "ok", "/v2/merge-queues lists queues (200)");
    shows("token", "ok", "accepted (MERGEQUEUE_TOKEN) for reading; only a change shows if the token");
    const wrong = await look(emulator.url, { MERGEQUEUE_TOKEN: "trunk_v2_another-token-0123456789" });
    expect(wrong.problems).toBe(2);
    wrong.shows("route", "ok", "/v2/merge-queues responds as the second interface does (401)");
    wrong.shows("token", "problem", "request id ", 'because the key begins with "trunk_v2_"');
  });

  test("a missing address and a missing token are two problems, and nothing is sent", async () => {
    const { exitStatus, problems, shows } = await diagnose(machine, { MERGEQUEUE_TOKEN: "" });
    expect({ exitStatus, problems }).toEqual({ exitStatus: 1, problems: 2 });
    shows("address", "problem", "set the environment variable MERGEQUEUE_BASE_URL");
    shows("token", "problem", "The API token is missing.");
    shows("network", "skipped");
  });

  test.each([
    ["https://user:secret@merge.example.com/v1", "must not contain a user or a password"],
    ["http://merge.example.com/v1", "Plain http would send the token in clear text"],
  ])("an address that is wrong (%s) is a problem of the address alone", async (url, message) => {
    const { exitStatus, problems, out, shows } = await look(url);
    expect({ exitStatus, problems }).toEqual({ exitStatus: 1, problems: 1 });
    shows("address", "problem", message);
    expect(out).not.toContain("secret");
  });

  test("a wrong setting and a missing CA file are named", async () => {
    const wrong = await look(emulator.url, {}, "--request-timeout", "0");
    wrong.shows("settings", "problem", "--request-timeout: It is 0");
    const missing = await look(emulator.url, { MERGEQUEUE_CA_FILE: "none.pem" });
    missing.shows("settings", "problem", "none.pem");
    missing.shows("network", "skipped");
  });

  test("a refused connection is a problem of the network, and the port is suspected", async () => {
    await emulator.close();
    const { exitStatus, shows } = await look(emulator.url);
    expect(exitStatus).toBe(1);
    const advice = "nothing listens at this port: correct the port in MERGEQUEUE_BASE_URL";
    shows("network", "problem", "(ECONNREFUSED)", advice, `curl -v ${new URL(emulator.url).origin}`);
    for (const check of ["route", "token", "clock"]) shows(check, "skipped");
  });

  test("a service that does not respond ends the wait at --timeout", async () => {
    machine.addProgram("terraform", `echo '{"terraform_version":"1.11.4"}'`);
    emulator.setFaults(holdUntil(new Promise(() => undefined)));
    const { shows } = await look(emulator.url, {}, "--timeout", "4s");
    shows("network", "problem", "accepts connections, but no complete response arrived in time");
    // What the service takes is not taken from the programs.
    shows("Terraform", "ok");
  });

  test("a wrong token is a problem of the token alone", async () => {
    const wrong = "another-token-0123456789";
    const { problems, out, shows } = await look(emulator.url, { MERGEQUEUE_TOKEN: wrong });
    expect(problems).toBe(1);
    shows("token", "problem", "The service does not accept the token from MERGEQUEUE_TOKEN: ", "401");
    shows("token", "problem", "The client uses the first interface", '"trunk_v2_" belongs to /v2');
    shows("route", "skipped");
    expect(out).not.toContain(wrong);
  });

  test("a token that may not read is told from a wrong one", async () => {
    const { url } = await serve(refuseWith(401, 403));
    (await look(url)).shows("token", "problem", "The token from MERGEQUEUE_TOKEN may not read queues");
  });

  test("a token that cannot be one is a problem, and the service is asked without it", async () => {
    const { url, tokens } = await serve(asService);
    const { shows } = await look(url, { MERGEQUEUE_TOKEN: "with a blank in it" });
    shows("token", "problem", "not visible ASCII");
    shows("network", "ok");
    expect(tokens).toEqual([undefined]);
  });

  test("a service that checks requests before tokens proves the route, but not the token", async () => {
    const { url } = await serve(refuseWith(400, 400));
    const { shows } = await look(url);
    shows("route", "ok");
    shows("token", "skipped", "queue get");
  });

  test("a typo in the path is a problem of the route, and the token is not sent there", async () => {
    const { problems, shows } = await look(emulator.url.replace("/v1", "/api/v1"));
    expect(problems).toBe(1);
    shows("network", "ok");
    shows("route", "problem", "404", "Correct the path in MERGEQUEUE_BASE_URL");
    shows("token", "skipped");
    expect(emulator.requests).toHaveLength(1);
  });

  test.each<[string, number, Record<string, string>, string, string]>([
    ["a sign-in page", 200, { "content-type": "text/html" }, "<html>", "Correct the path"],
    ["a redirect", 302, { location: "https://login.example.com" }, "", "Correct the path"],
    ["another service", 200, { "content-type": "application/json" }, "{}", "Correct the path"],
    ["an overloaded service", 503, { "content-type": "text/plain" }, "busy", "tell its operator"],
    ["a rate limit", 429, { "content-type": "text/plain" }, "slow down", "Try again in a minute"],
    ["a proxy without credentials", 407, {}, "", "HTTPS_PROXY"],
  ])("%s says what to do", async (_case, status, headers, text, next) => {
    const { url } = await serve((_request, response) => response.writeHead(status, headers).end(text));
    const { find, exitStatus } = await look(url);
    expect(find("route").next).toContain(next);
    expect(exitStatus).toBe(status === 429 ? 0 : 1);
  });

  test("a short token, and plain http to another machine, are warnings; the status stays 0", async () => {
    const { url } = await serve(refuseWith(401, 400));
    const { findAll, exitStatus } = await look(url, { MERGEQUEUE_TOKEN: "short-token" });
    expect(findAll("token").map(({ status }) => status)).toEqual(["warning", "ok"]);
    expect(exitStatus).toBe(0);
    const allow = { MERGEQUEUE_ALLOW_INSECURE_HTTP: "true" };
    const other = await look("http://service.invalid/v1", allow, "--timeout", "4s");
    other.shows("address", "warning", "in clear text");
  });
});

describe("TLS", () => {
  test("with an authority of the CA file is in order", async () => {
    const { url } = await serve(asService, CERTIFICATE);
    const ca = machine.write("ca.pem", CERTIFICATE.cert);
    const { problems, shows } = await look(url, { MERGEQUEUE_CA_FILE: ca });
    expect(problems).toBe(0);
    shows("TLS", "ok", "CA file");
    shows("token", "ok");
  });

  test("a certificate of an unknown authority is a problem of TLS alone, and no token is sent", async () => {
    const { url, tokens } = await serve(asService, CERTIFICATE);
    const { problems, shows } = await look(url);
    expect(problems).toBe(1);
    shows("network", "ok");
    shows("TLS", "problem", "--ca-file FILE", "openssl s_client -connect");
    expect(tokens).toEqual([]);
  });
});

describe("the clock", () => {
  test.each([
    [0, "linux", "ok", "within a minute", undefined],
    [120_000, "darwin", "warning", "2 min ahead of", "sudo sntp -sS time.apple.com"],
    [120_000, "win32", "warning", "2 min ahead of", "w32tm /resync"],
    [-7_200_000, "linux", "problem", "2 h behind", "sudo timedatectl set-ntp true"],
  ] as const)("%d ms ahead on %s is %s", async (aheadMs, platform, status, message, command) => {
    const { find } = await diagnose(machine, { MERGEQUEUE_BASE_URL: emulator.url }, [], {
      platform,
      // Half a minute more than the limits, so that a slow machine does not matter.
      nowMs: () => Date.now() + aheadMs + Math.sign(aheadMs) * 20_000,
    });
    expect(find("clock")).toMatchObject({ status, message: expect.stringContaining(message) as unknown });
    expect(find("clock").command).toBe(command);
  });

  test("without a date in the response is skipped", async () => {
    const { url } = await serve((request, response) => {
      response.sendDate = false;
      asService(request, response);
    });
    (await look(url)).shows("clock", "skipped");
  });
});

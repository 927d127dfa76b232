import { chmodSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fail, firstTimes } from "../../../src/emulator/faults";
import { run, TERMINAL } from "../fake-context";
import { QUEUE_ID, TOKEN } from "../support/run-on-service";
import { call, directory, emulator, onStage } from "../support/stage";

const GET = ["queue", "get", QUEUE_ID];

onStage();

/** Writes a token file. */
function writeToken(text: string, mode = 0o600): string {
  const file = join(directory, "token");
  writeFileSync(file, text);
  chmodSync(file, mode);
  return file;
}

describe("connecting to the service", () => {
  test("lists everything that is missing, in the command's words", async () => {
    const { out, error } = await run([...GET, "--json"]).fails(
      "Give it as --base-url, or set the environment variable MERGEQUEUE_BASE_URL.",
      "Set the environment variable MERGEQUEUE_TOKEN, or name a file that contains the token with --token-file.",
    );
    expect(error).not.toContain("provider");
    expect(JSON.parse(out)).toMatchObject({ error: { code: "invalid_configuration", argument: "base_url" } });
  });

  test.each([
    [["--base-url", "http://example.com/v1"], "--base-url: Plain http", "http with --allow-insecure-http."],
    [["--base-url", "https://merge.example.com/v3"], "--base-url: Its path ends", '"/v1" and "/v2"'],
    [["--request-timeout", "0"], "--request-timeout: It is 0", "1 to 3600"],
    [["--ca-file", "/nowhere/roots.pem"], "The file of certificates", "cannot be read"],
  ])("%j: findings name the option", async (options, finding, remedy) => {
    const { error } = await call([...GET, ...options]).fails(finding, remedy);
    expect(error).not.toMatch(/base_url|ca_file|max_retries/);
    expect(emulator.requests).toEqual([]);
  });

  test.each([
    ["--timeout", "5", "It must be a duration of more than 0 and at most 24 hours"],
    ["--max-retries", "-1", "It must be a number."],
  ])("%s %s is not understood", async (option, value, message) => {
    await call([...GET, `${option}=${value}`]).fails(message);
  });

  test("--verbose says which interface is spoken and why", async () => {
    const { error } = await call(["--verbose", ...GET]).endsWith(0);
    const { origin } = new URL(emulator.url);
    const why = 'because the address ends in "/v1"';
    expect(error).toBe(`The client of ${origin} speaks the first interface, at /v1, ${why}.\n`);
    expect((await call(GET).endsWith(0)).error).toBe("");
  });

  test("the client's errors also name the command's options", async () => {
    await emulator.close();
    for (const [args, name] of [
      [[], "MERGEQUEUE_BASE_URL"],
      [["--base-url", emulator.url], "--base-url"],
    ] as const) {
      const { error } = await call([...GET, ...args, "--max-retries", "0"]);
      expect(error).toContain(
        `Start the service on this machine (the local service: mergequeue serve), or correct ${name}.`,
      );
    }
  });

  test("requests say that the command sends them; S-06: allowed plain http to another machine is a warning", async () => {
    await call(GET);
    expect([...new Set(emulator.requests.map(({ headers }) => headers["x-source"]))]).toEqual(["mergequeue"]);
    const plain = ["--base-url", "http://service.invalid/v1", "--allow-insecure-http", "--max-retries", "0"];
    await call([...GET, ...plain]).fails(
      "Warning: The API token and all settings go to service.invalid in clear text",
    );
  });

  test("a terminal shows why a request is repeated", async () => {
    emulator.setFaults(firstTimes(1, fail(503, { body: "\u001b[2Jbusy" })));
    const { error } = await call(GET, { terminal: TERMINAL }).endsWith(0);
    expect(error).toMatch(/^\r\u001b\[KTrying getQueue again in \d\.\d s: the service answered 503/);
    expect(error).not.toContain("\u001b[2J");
  });
});

describe("--token-file", () => {
  const withoutToken = { environment: { MERGEQUEUE_TOKEN: "" } };

  test("L-5: reads the token from a file, white space around it aside", async () => {
    const file = writeToken(`  ${TOKEN}\n`);
    await call([...GET, "--token-file", file], withoutToken).succeeds();
  });

  test("L-5: reads the token from standard input", async () => {
    await call([...GET, "--token-file", "-"], {
      ...withoutToken,
      readInput: () => Promise.resolve(Buffer.from(`${TOKEN}\n`)),
    }).succeeds();
  });

  test.each([0o644, 0o640, 0o604])("a file of mode %o, which others can read, is a warning", async (mode) => {
    const file = writeToken(TOKEN, mode);
    const { error } = await call([...GET, "--token-file", file], withoutToken).endsWith(0);
    expect(error).toBe(
      `Warning: Other users of this machine can read the token file ${JSON.stringify(file)}. Run chmod 600 on it.\n`,
    );
  });

  test.each([
    ["", "is empty"],
    [`${TOKEN}\n${TOKEN}`, "not visible ASCII"],
    [Buffer.from([0xff, 0xfe]).toString("latin1"), "not visible ASCII"],
  ])("S-03: a file with %j is refused without showing what is in it", async (text, problem) => {
    const file = writeToken(text);
    const { out, error } = await call([...GET, "--token-file", file, "--json"], withoutToken).fails(
      problem,
      JSON.stringify(file),
    );
    expect(out + error).not.toContain(TOKEN);
    expect(emulator.requests).toEqual([]);
  });

  test("S-03: a token that the service refuses is named by its source, and shown nowhere", async () => {
    const file = writeToken("another-token-0123456789-abc");
    const { out, error } = await call(
      ["--verbose", ...GET, "--token-file", file, "--json"],
      withoutToken,
    ).fails(`The token comes from the file ${JSON.stringify(file)}`);
    expect(out + error).not.toContain("another-token");
  });
});

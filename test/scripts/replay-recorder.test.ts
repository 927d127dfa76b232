import { mkdtemp, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { findRoot } from "../../scripts/support/find-root";
import { ProviderService } from "../../src/plugin/protocol/provider-service";
import { call, connect } from "../plugin/support/connect";
import { parseHandshake, startProcess } from "../plugin/support/plugin-process";

const RECORDER = join(findRoot(), "scripts/bench/replay/recorder.cjs");
const BUNDLE = join(findRoot(), "dist/provider/provider.cjs");
const { getProviderSchema, validateResourceConfig } = ProviderService;

let directory: string;

beforeEach(async () => {
  directory = await mkdtemp(join(tmpdir(), "replay-recorder-"));
});

afterEach(() => rm(directory, { recursive: true, force: true }));

/** Splits a record into paths, requests and responses. */
function readRecord(record: Buffer): { path: string; request: Buffer; answer: Buffer }[] {
  const calls: { path: string; request: Buffer; answer: Buffer }[] = [];
  let at = 0;
  const take = (length: number): Buffer => {
    at += length;
    return record.subarray(at - length, at);
  };
  while (at < record.length) {
    const lengths = take(12);
    const [path, request, answer] = [0, 4, 8].map((offset) => take(lengths.readUInt32BE(offset)));
    if (path === undefined || request === undefined || answer === undefined) throw new Error("cut off");
    calls.push({ path: path.toString(), request, answer });
  }
  return calls;
}

describe("recorder.cjs", () => {
  test("records every call of the built provider that has a response, byte by byte", async () => {
    const file = join(directory, "record");
    const provider = startProcess({
      command: [process.execPath, "--require", RECORDER, BUNDLE],
      env: { REPLAY_RECORD: file },
    });
    const connection = connect(parseHandshake(await provider.firstLine), provider.client);
    const config = { typeName: "no_such_type", config: undefined, clientCapabilities: undefined };
    const schema = await call(connection, getProviderSchema, {});
    const unknown = { ...getProviderSchema, path: "/tfplugin6.Provider/Nothing" };
    await expect(call(connection, unknown, {})).rejects.toMatchObject({ code: 12 });
    const validated = await call(connection, validateResourceConfig, config);
    connection.close();
    await provider.end();

    const [first, second, ...others] = readRecord(await readFile(file));
    expect([first?.path, second?.path, others]).toEqual([
      getProviderSchema.path,
      validateResourceConfig.path,
      [],
    ]);
    // gRPC puts a prefix of five bytes before each message.
    expect(first?.request).toEqual(Buffer.alloc(5));
    expect(first?.answer.readUInt32BE(1)).toBe((first?.answer.length ?? 0) - 5);
    expect(getProviderSchema.responseDeserialize(first?.answer.subarray(5) ?? Buffer.of())).toEqual(schema);
    expect(second?.request.subarray(5)).toEqual(validateResourceConfig.requestSerialize(config));
    expect(validateResourceConfig.responseDeserialize(second?.answer.subarray(5) ?? Buffer.of())).toEqual(
      validated,
    );
  });

  test("refuses to start without a file name", async () => {
    const provider = startProcess({ command: [process.execPath, "--require", RECORDER, BUNDLE] });
    expect(await provider.firstLine).toBeUndefined();
    expect((await provider.exited).code).toBe(1);
    expect(provider.stderr()).toContain("REPLAY_RECORD must name the file to write.");
  });
});

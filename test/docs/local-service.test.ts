import { CONTROL_STATUSES } from "../../src/emulator/control/control-operation";
import { FAULT_SCHEMA } from "../../src/emulator/control/fault-input";
import { type Emulator, startEmulator } from "../../src/emulator/start-emulator";
import { listCommands } from "../cli/support/list-commands";
import { listRows, readText } from "./support/registry-pages";

const PAGE = readText("docs/local-service.md");

function listFirstCells(header: string): string[] {
  return listRows(PAGE, header).map(([cell = ""]) => cell);
}

describe("docs/local-service.md", () => {
  let emulator: Emulator;

  beforeAll(async () => {
    emulator = await startEmulator();
  });

  afterAll(async () => {
    await emulator.close();
  });

  async function callControl(path: string, body?: string): Promise<Response> {
    return fetch(new URL(path, emulator.url), {
      method: body === undefined ? "GET" : "POST",
      headers: { "x-api-token": emulator.token, "content-type": "application/json" },
      ...(body === undefined ? {} : { body }),
    });
  }

  test("its table lists exactly the operations of the control interface", async () => {
    const { operations } = (await (await callControl("/control")).json()) as {
      operations: { method: string; path: string }[];
    };
    expect(listFirstCells("| operation | body |").sort()).toEqual(
      ["`GET /control`", ...operations.map(({ method, path }) => `\`${method} ${path}\``)].sort(),
    );
  });

  test("the control interface accepts its examples", async () => {
    const examples = [...PAGE.matchAll(/^control (\w+) '(.*?)'$/gms)];
    expect(examples.length).toBeGreaterThan(5);
    const statuses = [];
    for (const [, name = "", body = ""] of examples) {
      statuses.push([name, (await callControl(`/control/${name}`, body)).status]);
    }
    // Nothing is tested in an empty service: the report is understood and finds no queue.
    const expected = examples.map(([, name]) => [name, name === "reportCheck" ? 404 : 200]);
    expect(statuses).toEqual(expected);
  });

  test("its table lists exactly the kinds of faults", () => {
    const kinds = FAULT_SCHEMA.def.options.map(({ shape }) => `\`${shape.kind.def.values[0]}\``);
    expect(listFirstCells("| kind | fields |").sort()).toEqual(kinds.sort());
  });

  test("it names every code of a refusal with its status", () => {
    const text = PAGE.replaceAll("\n", " ");
    for (const [code, status] of Object.entries(CONTROL_STATUSES))
      expect(text).toContain(`\`${code}\` (${status})`);
  });

  test("its table lists exactly the options of mergequeue serve", async () => {
    const { flags = [] } = (await listCommands()).find(({ words }) => words.join() === "serve") ?? {};
    const options = flags.map((each) => /--[\w-]+/.exec(each)?.[0]);
    const rows = listFirstCells("| option | meaning |").map((cell) => /--[\w-]+/.exec(cell)?.[0]);
    expect(rows.sort()).toEqual(options.sort());
  });
});

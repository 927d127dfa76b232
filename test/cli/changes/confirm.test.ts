import { confirm } from "../../../src/cli/changes/confirm";

const TERMINAL = { isInput: true, isOut: false, isError: true, columns: 80 };

/** Asks on a terminal whose user gives this answer, or on which reading fails; collects the output. */
async function ask(
  answer: string | Error | undefined,
  { question = "Do it?", options = {}, isStopped = false, terminal = TERMINAL } = {},
): Promise<{ readonly error: unknown; readonly written: readonly string[] }> {
  const written: string[] = [];
  const context = {
    terminal,
    readLine: () => (answer instanceof Error ? Promise.reject(answer) : Promise.resolve(answer)),
    writeError: (text: string) => void written.push(text),
  };
  const signal = isStopped ? AbortSignal.abort() : new AbortController().signal;
  const error = await confirm(context, options, signal, question).catch((thrown: unknown) => thrown);
  return { error, written };
}

describe("confirm", () => {
  test.each(["y", "Y", "yes", "YES", " yes "])("L-4: %j agrees", async (answer) => {
    expect(await ask(answer)).toEqual({ error: undefined, written: ["Do it? [y/N] "] });
  });

  test.each(["", "n", "no", "yep", "y y", undefined])("L-4: %j does not", async (text) => {
    expect((await ask(text)).error).toMatchObject({ code: "not_approved", message: "Nothing was changed." });
  });

  test.each([
    [{ ...TERMINAL, isInput: false }, {}, "there is no terminal"],
    [{ ...TERMINAL, isError: false }, {}, "there is no terminal"],
    [TERMINAL, { tokenFile: "-" }, "standard input is already in use"],
    [TERMINAL, { input: "-" }, "standard input is already in use"],
  ])("L-4: with the streams %j and the options %j the command cannot ask", async (terminal, options, why) => {
    const { error } = await ask("yes", { terminal, options });
    expect(error).toMatchObject({ code: "not_approved" });
    expect(String(error)).toContain(`Do it?\nThis needs confirmation, but ${why}. Nothing was changed.`);
  });

  test("L-1: an interrupt at the question changes nothing", async () => {
    const { error, written } = await ask(new Error("aborted"), { isStopped: true });
    expect(error).toMatchObject({ code: "interrupted", message: "Interrupted before anything was changed." });
    expect(written.at(-1)).toBe("\n");
  });

  test("a terminal that fails is not mistaken for an interrupt", async () => {
    expect((await ask(new Error("EIO"))).error).toMatchObject({ message: "EIO" });
  });

  test("S-14: a question with foreign text in it cannot steer the terminal", async () => {
    const { written } = await ask("y", { question: "Cancel \u001b[2J\u202e?" });
    expect(written).toEqual(["Cancel \\x1b[2J\\u202e? [y/N] "]);
  });
});

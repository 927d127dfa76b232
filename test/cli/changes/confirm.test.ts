import { confirm } from "../../../src/cli/changes/confirm";
import { catchRejection } from "../../api/support/catch-rejection";

const TERMINAL = { isInput: true, isOut: false, isError: true, columns: 80 };

function approve(more: { isGiven?: boolean; isInputTaken?: boolean; stopSignal?: AbortSignal } = {}): {
  isGiven: boolean;
  isInputTaken: boolean;
  stopSignal: AbortSignal;
} {
  return { isGiven: false, isInputTaken: false, stopSignal: new AbortController().signal, ...more };
}

/** A terminal with a user who gives this answer; collects the output. */
function createTerminal(readLine: () => Promise<string | undefined>): {
  written: string[];
  context: Parameters<typeof confirm>[0];
} {
  const written: string[] = [];
  return {
    written,
    context: { terminal: TERMINAL, readLine, writeError: (text) => void written.push(text) },
  };
}

describe("confirm", () => {
  test.each(["y", "Y", "yes", "YES", " yes "])("L-4: %j agrees", async (answer) => {
    const { context, written } = createTerminal(() => Promise.resolve(answer));
    await confirm(context, approve(), "Do it?");
    expect(written).toEqual(["Do it? [y/N] "]);
  });

  test.each(["", "n", "no", "yep", "y y", undefined])("L-4: %j does not", async (answer) => {
    const { context } = createTerminal(() => Promise.resolve(answer));
    expect(await catchRejection(confirm(context, approve(), "Do it?"))).toMatchObject({
      code: "not_approved",
      message: "Nothing was changed.",
    });
  });

  test("what was approved on the command line is not asked", async () => {
    const { context, written } = createTerminal(() => Promise.reject(new Error("nobody is here")));
    await confirm(context, approve({ isGiven: true, isInputTaken: true }), "Do it?");
    expect(written).toEqual([]);
  });

  test.each([
    { ...TERMINAL, isInput: false },
    { ...TERMINAL, isError: false },
  ])("L-4: with the streams %j the command cannot ask", async (terminal) => {
    const { context } = createTerminal(() => Promise.resolve("yes"));
    const error = await catchRejection(confirm({ ...context, terminal }, approve(), "Do it?"));
    expect(error).toMatchObject({ code: "not_approved" });
    expect((error as Error).message).toMatch(/^Do it\?\nThis needs confirmation, but there is no terminal/);
  });

  test("L-1: an interrupt at the question changes nothing", async () => {
    const { context, written } = createTerminal(() => Promise.reject(new Error("aborted")));
    const error = await catchRejection(
      confirm(context, approve({ stopSignal: AbortSignal.abort() }), "Do it?"),
    );
    expect(error).toMatchObject({ code: "interrupted", message: "Interrupted before anything was changed." });
    expect(written.at(-1)).toBe("\n");
  });

  test("a terminal that fails is not mistaken for an interrupt", async () => {
    const { context } = createTerminal(() => Promise.reject(new Error("EIO")));
    await expect(confirm(context, approve(), "Do it?")).rejects.toThrow("EIO");
  });

  test("S-14: a question with foreign text in it cannot steer the terminal", async () => {
    const { context, written } = createTerminal(() => Promise.resolve("y"));
    await confirm(context, approve(), "Cancel \u001b[2J\u202e?");
    expect(written).toEqual(["Cancel \\x1b[2J\\u202e? [y/N] "]);
  });
});

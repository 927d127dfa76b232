import { run } from "./fake-context";

const QUEUE = "github.com/acme/web/main";

describe("a habit from another tool is a usage error that says what does the same here", () => {
  test.each([
    [["queue", "get", QUEUE, "-o", "json"], "unknown option '-o'", "For JSON, add --json."],
    [["pr", "list", QUEUE, "--output=json"], "unknown option '--output=json'", "For JSON, add --json."],
    [["metrics", "--format", "json"], "unknown option '--format'", "For JSON, add --json."],
    [
      ["plan", "--output", "json"],
      "unknown option '--output'",
      "For JSON, add --json. To write a file, name it with --out.",
    ],
    [["export", "-o", "json"], "unknown option '-o'", "Choose the format with --format."],
    [["apply", "--yes"], "unknown option '--yes'", "To confirm on the command line, add --auto-approve."],
    [["pr", "cancel", QUEUE, "7", "-y"], "unknown option '-y'", "add --auto-approve."],
    [["metrics", "-y"], "unknown option '-y'", "This command asks for no confirmation. Leave it out."],
    [["apply", "--dry-run"], "unknown option '--dry-run'", "run mergequeue plan."],
    [["destroy", "--dry-run"], "unknown option '--dry-run'", "run mergequeue plan --destroy."],
    [
      ["queue", "pause", QUEUE, "--dry-run"],
      "unknown option '--dry-run'",
      "Without --auto-approve, this command says what it would change and asks first.",
    ],
    [["plan", "-target=web"], "unknown option '-target=web'", "To select queues, use --only with a pattern"],
  ])("%j", async (args, problem, advice) => {
    const { exitStatus, error } = await run(args);
    expect(error.startsWith(`Error: ${problem}\n`)).toBe(true);
    expect(error).toContain(advice);
    expect(error).not.toContain("Did you mean");
    expect(exitStatus).toBe(1);
  });

  test("the advice names only options that the command has", async () => {
    const { error } = await run(["serve", "-o", "json"]);
    expect(error).toBe("Error: unknown option '-o'\nAdd --help to see its arguments and options.\n");
  });

  test.each(["list", "ls"])(
    "queue %s says that there is no list, and what shows queues instead",
    async (name) => {
      const { exitStatus, error } = await run(["queue", name]);
      expect(exitStatus).toBe(1);
      expect(error).toContain(`Error: unknown command '${name}'\nThe service has no list of queues`);
      for (const command of ["mergequeue metrics", "mergequeue plan", "--only", "terraform query"]) {
        expect(error).toContain(command);
      }
      expect(error.split("\n").filter((line) => line.length > 80)).toEqual([]);
    },
  );

  test("L-2: with --json the advice is in the document", async () => {
    const { out } = await run(["queue", "list", "--json"]);
    expect(JSON.parse(out)).toMatchObject({
      error: { code: "usage", message: expect.stringContaining("terraform query") as string },
    });
  });
});

describe("the nearest name is suggested", () => {
  test.each([
    [["plna"], "unknown command 'plna'\n(Did you mean plan?)"],
    [["queue", "gte", QUEUE], "unknown command 'gte'\n(Did you mean get?)"],
    [["workload", "recrod"], "unknown command 'recrod'\n(Did you mean record?)"],
    [["queue", "get", QUEUE, "--jsn"], "unknown option '--jsn'\n(Did you mean --json?)"],
    [["queue", "--quite"], "unknown option '--quite'\n(Did you mean --quiet?)"],
    [["simulate", "recommend", "--gaol", "x"], "unknown option '--gaol'\n(Did you mean --goal?)"],
  ])("%j", async (args, message) => {
    const { exitStatus, error } = await run(args);
    expect(exitStatus).toBe(1);
    expect(error).toContain(message);
  });
});

import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { parseQueueId } from "../../src/queue/parse-queue-id";
import { answerLike, QUEUE_ID, TOKEN } from "./support/run-on-service";
import { call, directory, emulator, listCommitted, onStage } from "./support/stage";

onStage();

describe("mergequeue pr impacted-targets", () => {
  const command = ["pr", "impacted-targets", QUEUE_ID, "7"];

  function readSent(): unknown {
    return (listCommitted("setImpactedTargets").at(-1) as { impactedTargets?: unknown } | undefined)
      ?.impactedTargets;
  }

  test("--all means every target", async () => {
    const { out } = await call([...command, "--all", "--auto-approve"]).succeeds();
    expect(out).toContain("pull request #7 in queue github.com/acme/web/main impacts every target.");
    expect(readSent()).toBe("ALL");
  });

  test("L-4: --target may be given several times; it asks how many are meant", async () => {
    const args = [...command, "--target", "api", "--target", "web", "--target", "api"];
    const { error } = await call(args, answerLike("y"));
    expect(error).toContain("impacts 2 targets? [y/N]");
    expect(readSent()).toEqual(["api", "web"]);
  });

  test("--forked-run uploads without a token, and leaves one that is there out", async () => {
    const words = [...command, "--all", "--auto-approve", "--forked-run", "4711"];
    for (const MERGEQUEUE_TOKEN of ["", TOKEN]) {
      await call(words, { environment: { MERGEQUEUE_TOKEN } }).succeeds();
      const [sent] = emulator.requests.slice(-1);
      expect(sent).toMatchObject({ status: 200, headers: { "x-forked-workflow-run-id": "4711" } });
    }
    await call([...words.slice(0, -1), "4 711"]).endsWith(1, "must have 1 to 100 visible ASCII characters");
  });

  test("--from reads a file, and --sha names the commit", async () => {
    writeFileSync(join(directory, "targets"), "//api:all\r\n\n//web:all\n");
    const args = [...command, "--from", "targets", "--auto-approve", "--json"];
    const { out } = await call(args).succeeds();
    expect(readSent()).toEqual(["//api:all", "//web:all"]);
    expect(JSON.parse(out)).toEqual({
      repo: parseQueueId(QUEUE_ID).repo,
      targetBranch: "main",
      pr: { number: 7 },
      impactedTargets: ["//api:all", "//web:all"],
    });
    expect((await call([...command, "--all", "--sha", "0000", "--auto-approve"])).exitStatus).toBe(0);
    expect(listCommitted("setImpactedTargets").at(-1)).toMatchObject({ pr: { number: 7, sha: "0000" } });
  });

  test("--from - reads standard input, which can then answer no question", async () => {
    const readInput = (): Promise<Uint8Array> => Promise.resolve(Buffer.from('["api"]'));
    const asked = call([...command, "--from", "-"], { ...answerLike("y"), readInput });
    await asked.endsWith(1, "but standard input is already in use. Nothing was changed.");
    await call([...command, "--from", "-", "--auto-approve"], { readInput }).succeeds();
    expect(readSent()).toEqual(["api"]);
  });

  test.each([[[]], [["--all", "--target", "api"]], [["--target", "api", "--from", "targets"]]])(
    "%j: exactly one option says which targets",
    async (options) => {
      await call([...command, ...options]).fails("Give exactly one of --all, --target and --from");
    },
  );
});

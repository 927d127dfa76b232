import { EXPORT_FORMATS } from "../../src/cli/export/print-comment";
import { startEmulator } from "../../src/emulator/start-emulator";
import { runOn, TOKEN } from "../cli/support/run-on-service";
import { callService } from "../support/call-service";
import { listBlocks } from "./support/page-program";
import { listMatches, readText } from "./support/registry-pages";

const PAGE = readText("docs/export.md");

const QUEUE = { repo: { host: "github.com", owner: "acme", name: "web" }, targetBranch: "main" };

const SETTINGS = {
  state: "paused",
  batch: true,
  mergeMethod: "merge_commit",
  requiredStatuses: ["ci/build", "ci/test"],
};

/** Lists the commands that the page shows, without redirections of their output. */
function listCommands(): string[][] {
  return listBlocks(PAGE, "sh")
    .flatMap((block) => block.split("\n"))
    .filter((line) => line.startsWith("mergequeue export "))
    .map((line) => line.replace("mergequeue ", "").replace(/ >.*/, "").split(" "));
}

describe("docs/export.md", () => {
  test("its commands write the files that it shows", async () => {
    const emulator = await startEmulator({ token: TOKEN });
    try {
      const post = (operation: string, body: object) =>
        callService(emulator, operation, { ...QUEUE, ...body });
      await post("createQueue", { mode: "single", concurrency: 4 });
      await post("updateQueue", SETTINGS);
      await post("createQueue", { repo: { ...QUEUE.repo, name: "sandbox" }, targetBranch: "untouched" });
      for (const name of ["api", "docs"]) {
        await post("createQueue", { repo: { ...QUEUE.repo, name } });
        await post("updateQueue", { repo: { ...QUEUE.repo, name }, mergeMethod: "rebase" });
      }
      const written: string[] = [];
      for (const args of listCommands()) {
        const list = args.map((arg) => (arg === "queues.txt" ? "-" : arg));
        const readInput = (): Promise<Uint8Array> =>
          Promise.resolve(Buffer.from("github.com/acme/web/main\n"));
        const { exitStatus, out } = await runOn(emulator, list, { readInput });
        expect(exitStatus).toBe(0);
        written.push(out);
      }
      const [typescript, hcl, equal, compared] = written;
      expect([typescript]).toEqual(listBlocks(PAGE, "ts"));
      const [hclShown, equalShown = "missing"] = listBlocks(PAGE, "hcl");
      expect(hcl).toBe(hclShown);
      expect(equal?.endsWith(`\n\n${equalShown}`)).toBe(true);
      expect(compared?.replaceAll("\n// ", " ")).toContain('queue "github.com/acme/sandbox/untouched"');
    } finally {
      await emulator.close();
    }
  });

  test("names every format", () => {
    const named = listMatches(PAGE, /^\| `([a-z][\w-]*)`(?:, the default)? \|/gm);
    expect(named.slice(0, EXPORT_FORMATS.length)).toEqual([...EXPORT_FORMATS]);
  });
});

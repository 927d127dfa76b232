import { chmod, mkdtemp, realpath, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { chooseDemoTool } from "../../scripts/demo/choose-demo-tool";
import { DemoLog } from "../../scripts/demo/demo-log";
import { DemoShell } from "../../scripts/demo/demo-shell";

let folder: string;
let printed: string;

beforeEach(async () => {
  folder = await realpath(await mkdtemp(join(tmpdir(), "mergequeue-demo-")));
  printed = "";
});

afterEach(async () => {
  await rm(folder, { recursive: true, force: true });
});

async function createShell(isColoured: boolean): Promise<DemoShell> {
  const log = new DemoLog((text) => {
    printed += text;
  }, isColoured);
  log.heading("A step");
  const env = { PATH: "", TF_CLI_ARGS: "-json", MERGEQUEUE_TOKEN: "token-of-a-real-service" };
  return DemoShell.create(log, folder, { greet: [process.execPath, "-p", `"it's me"`] }, env);
}

describe("DemoShell", () => {
  test("runs the commands that it prints, with its own programs, variables and directory instead of the caller's", async () => {
    const shell = await createShell(false);
    shell.export({ NAME: "web" });
    shell.changeDirectory("bin");
    await shell.run('greet; echo "$NAME $PWD $TF_CLI_ARGS $MERGEQUEUE_TOKEN"');
    expect(printed).toBe(
      `\n# A step\n$ export NAME="web"\n$ cd bin\n$ greet; echo "$NAME $PWD $TF_CLI_ARGS $MERGEQUEUE_TOKEN"\n` +
        `it's me\nweb ${folder}/bin -no-color \n`,
    );
  });

  test("prints colours if wanted, and lets Terraform print them", async () => {
    const shell = await createShell(true);
    await shell.run('echo "<$TF_CLI_ARGS>"');
    expect(printed).toBe('\n\u001b[1m# A step\u001b[22m\n\u001b[36m$ echo "<$TF_CLI_ARGS>"\u001b[39m\n<>\n');
  });

  test("refuses a command that exits with another status than the step declares", async () => {
    const shell = await createShell(false);
    await expect(shell.run("exit 3", 2)).rejects.toThrow("ends with exit status 2, not 3");
  });
});

describe("chooseDemoTool", () => {
  test("uses OpenTofu if it is installed, else the command itself", async () => {
    const choose = (): string => chooseDemoTool({ PATH: folder }).name;
    expect(choose()).toBe("mergequeue");
    await writeFile(join(folder, "tofu"), "");
    await chmod(join(folder, "tofu"), 0o755);
    expect(choose()).toBe("OpenTofu");
  });
});

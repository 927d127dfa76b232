import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { runBesideBusyLoops } from "../../scripts/bench/busy-loops";
import { readChildrenProcessorMs } from "../../scripts/bench/processor-time";

// These tests read /proc.
const onLinux = process.platform === "linux" ? test : test.skip;

/** Lists the processes that this one has started, apart from those that have ended. */
function listChildren(): readonly string[] {
  return readFileSync(`/proc/self/task/${process.pid}/children`, "utf8").trim().split(" ").filter(Boolean);
}

describe("runBesideBusyLoops", () => {
  onLinux("runs an action while the loops run, and stops them after it", async () => {
    const before = listChildren();
    const during = await runBesideBusyLoops(2, () => Promise.resolve(listChildren()));
    expect(during).toHaveLength(before.length + 2);
    expect(listChildren()).toEqual(before);
  });

  onLinux("stops the loops if the action fails", async () => {
    const before = listChildren();
    const failing = runBesideBusyLoops(2, () => Promise.reject(new Error("no Terraform")));
    await expect(failing).rejects.toThrow("no Terraform");
    expect(listChildren()).toEqual(before);
  });
});

describe("readChildrenProcessorMs", () => {
  onLinux("counts the processor time of a child's child once both have ended", () => {
    const before = readChildrenProcessorMs();
    const work = "while (process.cpuUsage().user < 200_000);";
    execFileSync("/bin/sh", ["-c", '"$0" -e "$1"; true', process.execPath, work]);
    expect(readChildrenProcessorMs() - before).toBeGreaterThanOrEqual(180);
  });
});

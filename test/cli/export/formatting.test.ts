import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { findTerraform, tryGetSkipReason } from "../../../scripts/support/find-terraform";
import { runCommand } from "../../../scripts/support/run-command";
import { describeQueue, type ExportedQueue } from "../../../src/cli/export/describe-queue";
import { groupQueues } from "../../../src/cli/export/group-queues";
import { printHcl, printImportBlocks } from "../../../src/cli/export/hcl/print-hcl";
import { parseQueueId } from "../../../src/queue/parse-queue-id";
import { scrubEnvironment } from "../../support/e2e/scrub-environment";
import { makeScratch } from "../../support/make-scratch";

const FACTS = undefined;

/** Lists and texts that fit on a line of 80 columns, and those that just do not. */
const AT_THE_EDGE = Array.from({ length: 24 }, (_none, index) => index).flatMap((more) => [
  { requiredStatuses: ["ci/build", "x".repeat(28 + more)] },
  { additionalFields: { abcd: "x".repeat(60 + more), abcde: "x".repeat(60 + more) } },
  {
    additionalFields: { numbers: [1_000_000, -2.5, 10 ** 12, ...Array.from({ length: more }, () => 12345)] },
  },
  { additionalFields: { deep: { list: [{ a: "x".repeat(20 + more) }, { a: 1 }], b: [["x"], [1, more]] } } },
  {
    additionalFields: {
      ["k".repeat(45 + more)]: -2.5e-187,
      ["j".repeat(45 + more)]: 2.5e-187,
      abcd: -(10 ** more),
    },
  },
  { branch: "x".repeat(20 + more) },
  { branch: `${"x".repeat(35 + more)}'"é` },
]);

const directory = makeScratch();

/** Makes queues as they are exported. */
function sampleQueues(): ExportedQueue[][] {
  return AT_THE_EDGE.map(({ requiredStatuses = [], additionalFields = {}, branch = "main" }, index) => {
    const settings = { requiredStatuses, batch: index % 2 === 0, batchingMinSize: 10 ** (index % 10) };
    const identity = parseQueueId(`github.com/acme/web/${branch}`);
    const options = { additionalSettings: true, requiredStatuses: index % 3 !== 0 };
    return [describeQueue("main", identity, { settings, additionalFields }, options)];
  });
}

const testTerraform = tryGetSkipReason() === undefined ? test : test.skip;

describe("exported code", () => {
  testTerraform(
    "S-16: terraform fmt finds nothing to do in HCL and import blocks, wherever a line must be broken",
    async () => {
      for (const [index, queues] of sampleQueues().entries()) {
        await writeFile(join(directory, `queues-${index}.tf`), printHcl(groupQueues(queues), FACTS));
        await writeFile(join(directory, `imports-${index}.tf`), printImportBlocks(groupQueues(queues)));
      }
      await writeFile(join(directory, "cli.tfrc"), "");
      const result = await runCommand(findTerraform(), ["fmt", "-check", "-diff", directory], {
        cwd: directory,
        env: scrubEnvironment(directory, { TF_CLI_CONFIG_FILE: join(directory, "cli.tfrc") }),
      });
      expect(result).toMatchObject({ status: 0, output: "" });
    },
  );
});

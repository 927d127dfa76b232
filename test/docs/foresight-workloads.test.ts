import { PARAMETER_NAMES } from "../../src/foresight/queue-workload";
import { CI_COLUMNS, NEEDED_COLUMNS } from "../../src/foresight/workload/history/read-ci-runs";
import { parseWorkload } from "../../src/foresight/workload-file";
import { listMatches, readText } from "./support/registry-pages";

const GUIDE = readText("docs/guides/foresight-workloads.md");

/** Names in the first cells of the table rows of a text. */
function listRows(text: string): string[][] {
  return [...text.matchAll(/^\| (`[^|]+`) \| (.*) \|$/gm)].map(([, first = "", rest = ""]) => [
    ...listMatches(first, /`([^`]+)`/g),
    rest,
  ]);
}

describe("docs/guides/foresight-workloads.md", () => {
  test("shows workloads that can be read", () => {
    const workloads = listMatches(GUIDE, /^```json\n(\{\n {2}"format": "mergequeue-workload".*?)^```$/gms);
    expect(workloads.length).toBeGreaterThan(0);
    for (const text of workloads) expect(parseWorkload(text).queues).not.toEqual([]);
  });

  test("explains every parameter", () => {
    const names = listRows(GUIDE).flat();
    expect(PARAMETER_NAMES.filter((name) => !names.includes(name))).toEqual([]);
  });

  test("names the columns of a CSV file with all their other names, and those that are required", () => {
    const section = /^### CSV of CI runs.*?(?=^### )/ms.exec(GUIDE)?.[0] ?? "";
    const rows = listRows(section).map(([name = "", rest = ""]) => ({
      names: [name, ...listMatches(rest.split(" | ")[0] ?? "", /`([^`]+)`/g)],
      isRequired: rest.includes("| required"),
    }));
    expect(rows.map(({ names }) => names)).toEqual(Object.values(CI_COLUMNS));
    const required = rows.filter(({ isRequired }) => isRequired);
    expect(required.map(({ names: [name] }) => name)).toEqual([...NEEDED_COLUMNS]);
  });
});

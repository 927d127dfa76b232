import { printQueue } from "../../../src/cli/print/print-queue";
import { makeView } from "../support/make-view";

describe("printQueue", () => {
  test.each([
    [
      { mode: "single", concurrency: 4 },
      "4: in mode single, some services (such as the local one) run one test at a time",
    ],
    [{ mode: "single", concurrency: 1 }, "1"],
    [{ mode: "parallel", concurrency: 4 }, "4"],
  ])("of %j it says whether the concurrency may have no effect", (settings, expected) => {
    const text = printQueue("h/o/n/b", { settings, pullRequests: [], additionalFields: {} }, makeView());
    expect(text).toContain(`\n  concurrency                  ${expected}\n`);
  });

  test("what a service leaves out is a dash, and lists are one line", () => {
    const live = {
      settings: { state: "paused", requiredStatuses: ["ci/a", "ci\nb"], enqueueingLabel: "" },
      pullRequests: [],
      additionalFields: {},
    };
    const text = printQueue("h/o/n/b", live, makeView());
    const unlisted = printQueue("h/o/n/b", { ...live, pullRequests: undefined }, makeView());
    expect(unlisted).toContain("\nThe service does not show the pull requests in it.\n");
    expect(text).toMatch(/^ {2}mode +-$/m);
    expect(text).toMatch(/^ {2}requiredStatuses +ci\/a, ci b$/m);
    expect(text).toMatch(/^ {2}enqueueingLabel +none$/m);
    expect(text).toMatch(
      /^Queue h\/o\/n\/b\n\n {2}mode [^]*\n\n {2}state {2}paused\n\nNo pull requests are in it\.\n$/,
    );
  });
});

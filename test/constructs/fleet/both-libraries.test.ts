import type * as Cdk from "cdktf";
import { loadCdktf, loadCdktn } from "../cdktn/cdk-family";
import { findSynthError } from "../synth";

describe.each([
  ["cdktf", loadCdktf],
  ["cdktn", loadCdktn],
] as const)("defaults and policies under %s", (_library, load) => {
  const { cdk, constructs } = load();
  const { MergeQueue, MergeQueueProvider, QueueDefaults, QueuePolicy, QueueRules } = constructs;

  function declareApp(): Cdk.App {
    const app = cdk.Testing.app();
    for (const name of ["one", "two", "three"]) {
      const stack = new cdk.TerraformStack(app, name);
      new MergeQueueProvider(stack, "provider", { plugin: false });
      for (const branch of ["a", "b"])
        new MergeQueue(stack, branch, { repo: "github.com/acme/web", targetBranch: `${name}-${branch}` });
    }
    return app;
  }

  test("one synthesis reports the errors in the queues of every stack, each once", () => {
    const app = declareApp();
    QueuePolicy.of(app).require(QueueRules.requiredStatuses());
    const two = app.node.findChild("two");
    QueueDefaults.of(two).add({ concurrency: 0 });
    QueueDefaults.of(app.node.findChild("one").node.findChild("a")).add({ requiredStatuses: ["ci"] });
    const lines = findSynthError(app)
      .split("\n")
      .map((line) => line.trim())
      .filter((line) => line.startsWith("["))
      .map((line) => line.replace(/ (?:Must be|breaks) .*/, ""));
    expect(lines.sort()).toEqual(
      [
        "[one/b] github.com/acme/web/one-b",
        "[one] two: QueueDefaults.concurrency:",
        "[one] two/a: github.com/acme/web/two-a",
        "[one] two/b: github.com/acme/web/two-b",
        "[one] three/a: github.com/acme/web/three-a",
        "[one] three/b: github.com/acme/web/three-b",
      ].sort(),
    );
  });
});

import { UNKNOWN } from "../../../src/plugin/value";
import { METRICS_DATA_SOURCE } from "../../../src/provider/data-sources/metrics-data-source";
import { failure, type Step } from "../../reconcile/support/steps";
import type { Plain } from "../support/queue-values";
import { readDataSource, validateDataSource } from "../support/read-data-source";

const REPO = { host: "github.com", owner: "acme", name: "web" };

function read(request: object, response: unknown, attributes: { readonly [name: string]: Plain } = {}) {
  const step: Step = { operation: "getMergeQueueMetrics", request, response };
  return readDataSource(METRICS_DATA_SOURCE, [step], attributes, {});
}

describe("mergequeue_metrics", () => {
  test("shows the text and its samples, of all repositories unless one is named", async () => {
    const text =
      '# HELP depth Pull requests.\n# TYPE depth gauge\ndepth{state="pending",repo_name="a\\"b"} 3 1700000000000\n' +
      'wait_bucket{le="+Inf"} 1e3\n';
    const { state, diagnostics } = await read({}, text);
    expect(diagnostics).toEqual([]);
    expect(state).toEqual({
      repo: null,
      text,
      samples: [
        { name: "depth", labels: { state: "pending", repo_name: 'a"b' }, value: 3, value_text: "3" },
        { name: "wait_bucket", labels: { le: "+Inf" }, value: 1000, value_text: "1000" },
      ],
    });
  });

  test("one repository is named by host and owner/name", async () => {
    const request = { repo: "acme/web", repoHost: "github.com" };
    expect((await read(request, "", { repo: REPO })).state).toEqual({ repo: REPO, text: "", samples: [] });
  });

  test("values that are not Terraform numbers are null, and shown as text", async () => {
    const { state } = await read({}, "a NaN\nb +Inf\nc -Inf\nd -0.25\n");
    expect(state?.["samples"]).toEqual([
      { name: "a", labels: {}, value: null, value_text: "NaN" },
      { name: "b", labels: {}, value: null, value_text: "+Inf" },
      { name: "c", labels: {}, value: null, value_text: "-Inf" },
      { name: "d", labels: {}, value: "-0.25", value_text: "-0.25" },
    ]);
  });

  test("S-12: a label named __proto__ is left out", async () => {
    const { state } = await read({}, 'a{__proto__="x",b="y"} 1\n');
    expect(state?.["samples"]).toEqual([{ name: "a", labels: { b: "y" }, value: 1, value_text: "1" }]);
  });

  test("text without metrics is an error that names the line", async () => {
    const { state, diagnostics } = await read({}, "a 1\nnot metrics\n");
    expect(state).toBeNull();
    expect(diagnostics[0]?.detail).toContain("Line 2");
  });

  test("F-16: a repository that the service does not have is an error at repo", async () => {
    const request = { repo: "acme/web", repoHost: "github.com" };
    const one = await read(request, failure("not_found"), { repo: REPO });
    expect(one.diagnostics).toMatchObject([{ path: [{ attribute: "repo" }] }]);
    expect(one.diagnostics[0]?.detail).toContain(
      'Metrics of repository "github.com/acme/web" were not found.',
    );
    const all = await read({}, failure("not_found"));
    expect(all.diagnostics[0]?.detail).toContain("Metrics of all repositories were not found.");
  });

  test("C-20, C-21: parts of repo are checked if it is given and known", async () => {
    const validate = (repo: Plain) => validateDataSource(METRICS_DATA_SOURCE, { repo }, {});
    expect(await validate(null)).toEqual([]);
    expect(await validate(UNKNOWN)).toEqual([]);
    expect(await validate({ host: UNKNOWN, owner: "acme", name: UNKNOWN })).toEqual([]);
    expect(await validate({ host: "", owner: "a/b", name: null })).toEqual([
      expect.stringMatching(/^repo\.host: /),
      expect.stringMatching(/^repo\.owner: /),
      expect.stringMatching(/^repo\.name: /),
    ]);
  });
});

import { type AttributeSource, checkQueueAttributes } from "../../src/queue/check-attributes";

const VALUES: Readonly<Record<string, unknown>> = {
  repo: { host: "github.com", owner: "acme", name: "web" },
  target_branch: "main",
};

/** Checks a queue with other values. @param isSensitive - whether all of them are */
function check(changes: Readonly<Record<string, unknown>>, isSensitive = false) {
  const values = { ...VALUES, ...changes };
  const find: AttributeSource["find"] = ([name, part]) => {
    const value = name in values ? values[name] : null;
    return part === undefined ? value : (value as Record<string, unknown> | null | undefined)?.[part];
  };
  return checkQueueAttributes({ find, isSensitive: () => isSensitive });
}

describe("checkQueueAttributes", () => {
  test("finds nothing wrong with a queue that is only named, or not known yet", () => {
    expect(check({})).toEqual([]);
    expect(check({ repo: undefined, concurrency: undefined })).toEqual([]);
  });

  test("C-21: shows a wrong value, unless it is sensitive", () => {
    const [shown, hidden] = [false, true].map((isSensitive) => check({ mode: "serial" }, isSensitive));
    const say = (text: string) => [{ path: ["mode"], message: expect.stringContaining(text) as unknown }];
    expect(shown).toEqual(say('"serial"'));
    expect(hidden).toEqual(say("(sensitive value)"));
    expect(JSON.stringify(hidden)).not.toContain("serial");
  });

  test("a missing part of the repository is no wrong value, also if it is sensitive", () => {
    const missing = check({ repo: { host: "github.com", owner: "acme", name: null } }, true);
    const message: unknown = expect.stringContaining("must not be null");
    expect(missing).toEqual([{ path: ["repo", "name"], message }]);
  });
});

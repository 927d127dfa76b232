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

  test("checks policies, time limits and additional settings, if they are set", () => {
    const problems = check({
      target_branch: null,
      deletion_policy: "force",
      on_existing: "steal",
      timeouts: { create: "soon", read: null },
      additional_settings: { mode: 1, labels: "x", notReadyTimeoutHours: 2, batchingRules: [] },
      batching_rules: undefined,
      not_ready_timeout_hours: 2,
    });
    expect(problems.map(({ path, message }) => [path.join("."), message])).toEqual([
      ["target_branch", "It is required, and must not be null."],
      ["deletion_policy", expect.stringContaining('"force"')],
      ["on_existing", expect.stringContaining('"steal"')],
      ["additional_settings", 'Setting "mode": This setting has an attribute: use mode.'],
      [
        "additional_settings",
        'Setting "notReadyTimeoutHours" is set twice: remove it here, and keep not_ready_timeout_hours.',
      ],
      ["timeouts.create", expect.stringContaining('"soon"')],
    ]);
    const noObject = "Must be an object whose keys are the settings' names in the interface.";
    expect(check({ additional_settings: [] })).toEqual([
      { path: ["additional_settings"], message: noObject },
    ]);
    expect(check({ repo: null })).toEqual([
      { path: ["repo"], message: "It is required, and must not be null." },
    ]);
  });
});

import { existsSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { type Diagnostic, Diagnostic_Severity } from "../../../src/plugin/protocol/tfplugin6.generated";
import { TfNumber } from "../../../src/plugin/tf-number";
import { UNKNOWN } from "../../../src/plugin/value";
import { makeScratch } from "../../support/make-scratch";
import { waitFor } from "../../support/wait-for";
import {
  type ActionEvent,
  invokeAction,
  planAction,
  startAction,
  toActionEvent,
  validateAction,
} from "../support/action-calls";
import { buildTinyProvider } from "../support/build-tiny-provider";
import { onCalls, side, stage } from "../support/calls-stage";
import { call, callStream } from "../support/connect";
import { ProviderService } from "../support/services";
import { formatAttribute, listErrors, TerraformSide } from "../support/terraform-side";

const RING = "tiny_ring";

/** Returns the diagnostics of the last event. @throws Error if it is not the only completion */
function readCompletion(events: readonly ActionEvent[]): readonly Diagnostic[] {
  const last = events.at(-1);
  const isLast = events.filter((event) => typeof event !== "string").length === 1;
  if (last === undefined || typeof last === "string" || !isLast) throw new Error("no completion at the end");
  return last;
}

onCalls();

test("C-80: every report of progress arrives, in order, and then the completion with its diagnostics", async () => {
  const events = await invokeAction(side, RING, { name: "ding", times: TfNumber.of(300) });

  expect(events.slice(0, -1)).toEqual(Array.from({ length: 300 }, (_, index) => `ding ${index + 1}`));
  expect(readCompletion(events)).toEqual([expect.objectContaining({ summary: "Rang", detail: "ding." })]);
});

test("C-08, C-80: an exception becomes the completion, after the progress until then", async () => {
  const events = await invokeAction(side, RING, { name: "crack", times: TfNumber.of(2), behaviour: "throw" });

  expect(events.slice(0, -1)).toEqual(["crack 1", "crack 2"]);
  expect(listErrors(readCompletion(events))).toEqual([
    expect.stringMatching(/^Unexpected error in the provider: It broke, \\x1b\[31m\./),
  ]);
});

test("C-80, S-14: a report is one line without control characters", async () => {
  const events = await invokeAction(side, RING, {
    name: "a\u001b[31m\n  Action complete: b",
    times: TfNumber.of(1),
    behaviour: "nameless",
  });

  expect(events[0]).toBe(String.raw`a\x1b[31m Action complete: b 1`);
  expect(readCompletion(events)[0]?.detail).toBe("a\\x1b[31m\n  Action complete: b.");
});

test("C-20, C-21: validating takes unknown values, and findings carry their paths", async () => {
  await expect(validateAction(side, RING, { name: UNKNOWN, times: UNKNOWN })).resolves.toEqual([]);

  const [finding] = await validateAction(side, RING, { name: "invalid" });

  expect(finding?.summary).toBe("Bad\\x1b bell");
  expect(formatAttribute(finding)).toBe("name");
});

test("C-80: planning takes unknown values and does nothing", async () => {
  const detail = (text: string): unknown => [expect.objectContaining({ summary: "Will ring", detail: text })];

  await expect(planAction(side, RING, { name: UNKNOWN })).resolves.toEqual(
    detail(`unknown in ${stage.directory}`),
  );
  await expect(planAction(side, RING, { name: "planned" })).resolves.toEqual(
    detail(`known in ${stage.directory}`),
  );
  expect(existsSync(join(stage.directory, "planned.txt"))).toBe(false);
});

test("C-02: an unknown action gives an error that lists the known ones", async () => {
  const rest = { config: undefined };
  const invocation = callStream(side.client, ProviderService.invokeAction, {
    actionType: "tiny_thing",
    ...rest,
  });
  await invocation.ended;

  for (const diagnostics of [
    (await call(side.client, ProviderService.validateActionConfig, { typeName: "tiny_thing", ...rest }))
      .diagnostics,
    (await call(side.client, ProviderService.planAction, { actionType: "tiny_thing", ...rest })).diagnostics,
    readCompletion(invocation.messages.map(toActionEvent)),
  ]) {
    expect(listErrors(diagnostics)).toEqual([expect.stringContaining("It has: tiny_ring")]);
  }
});

test("C-80: a host that leaves in the middle disturbs neither this invocation nor the next one", async () => {
  const left = startAction(side, RING, { name: "left", times: TfNumber.of(2), behaviour: "slow" });
  await waitFor(() => left.messages.length === 2, "the progress");
  left.cancel();

  const file = join(stage.directory, "left.txt");
  await waitFor(() => existsSync(file), "the invocation to end");
  const events = await invokeAction(side, RING, { name: "next", times: TfNumber.of(1) });

  expect(events).toHaveLength(2);
  readCompletion(events);
  rmSync(file);
});

describe("in a process of its own", () => {
  const provider = buildTinyProvider();
  const scratch = makeScratch();
  let own: TerraformSide;

  async function waitForLog(text: string): Promise<void> {
    await waitFor(() => own.process.stderr().includes(text), `a log with ${text}`);
  }

  beforeEach(async () => {
    own = await TerraformSide.start({ command: provider.command, env: { TMPDIR: scratch, TF_LOG: "trace" } });
    await own.configure({ directory: scratch });
  });

  afterEach(async () => {
    own.client.close();
    await own.process.end();
    rmSync(join(scratch, "release"), { force: true });
  });

  test("S-04: a secret of the provider's configuration is hidden in progress and diagnostics", async () => {
    const token = "token-of-the-provider-0123456789";
    await own.validateProvider({ token });

    const events = await invokeAction(own, RING, { name: token, times: TfNumber.of(1) });

    expect(events[0]).toBe("[redacted] 1");
    expect(readCompletion(events)[0]?.detail).toBe("[redacted].");
    expect(own.process.stderr()).not.toContain(token);
  });

  test("F-13c: after StopProvider only the completion is sent; what was reported meanwhile is its warning", async () => {
    const stream = startAction(own, RING, { name: "rings", behaviour: "stopped" });
    await waitForLog('"tf_action_type":"tiny_ring"');

    await own.stop();
    await stream.ended;

    expect(stream.messages.map(toActionEvent)).toEqual([
      [
        expect.objectContaining({ summary: "Rang" }),
        expect.objectContaining({
          severity: Diagnostic_Severity.WARNING,
          summary: "Completed after the interrupt",
          detail: "stopped\nrings after the stop",
        }),
      ],
    ]);
  });

  test("F-12, G-18: SIGTERM lets an invocation complete, and a later one is refused", async () => {
    const stream = startAction(own, RING, { name: "first", behaviour: "held" });
    await waitForLog("still writing");

    own.process.child.kill("SIGTERM");
    await waitForLog("Received SIGTERM");
    const late = await invokeAction(own, RING, { name: "late", times: TfNumber.of(1) });
    writeFileSync(join(scratch, "release"), "");
    await stream.ended;

    expect(late).toHaveLength(1);
    expect(listErrors(readCompletion(late))).toEqual([expect.stringMatching(/^Provider is stopping: /)]);
    expect(existsSync(join(scratch, "late.txt"))).toBe(false);
    readCompletion(stream.messages.map(toActionEvent));
    expect(existsSync(join(scratch, "first.txt"))).toBe(true);
    await expect(own.process.exited).resolves.toEqual({ code: 143, signal: null });
  });
});

import { describeQueue, type ExportedQueue } from "../../../src/cli/export/describe-queue";
import { groupQueues } from "../../../src/cli/export/group-queues";
import { printHcl } from "../../../src/cli/export/hcl/print-hcl";
import { printTypeScript } from "../../../src/cli/export/typescript/print-typescript";
import { parseQueueId } from "../../../src/queue/queue-identity";
import type { ShownQueue } from "../../../src/reconcile/find-differences";

const IDENTITY = parseQueueId("github.com/acme/web/main");

function describeShown(shown: Partial<ShownQueue>): ExportedQueue {
  const options = { isRequiredStatusesWanted: true, isAdditionalWanted: true, baseline: undefined };
  return describeQueue("main", IDENTITY, { settings: {}, additionalFields: {}, ...shown }, options);
}

describe("describeQueue", () => {
  test("without batch, sizes of batches are left out: the construct would switch batches on with them", () => {
    const { settings, leftOut } = describeShown({ settings: { batchingMinSize: 4, concurrency: 2 } });
    expect(settings).toEqual([{ name: "concurrency", value: 2 }]);
    expect(leftOut).toEqual([
      { name: "batchingMinSize", isAdditional: false, reason: "the service shows it without batch." },
    ]);
  });

  test("S-13: values that Terraform cannot represent exactly are left out", () => {
    const { settings, additionalSettings, leftOut } = describeShown({
      settings: { requiredStatuses: ["half\ud800"] },
      additionalFields: {
        half: { deep: ["\udc00"] },
        "e\u0301": 1,
        token: [{ "${TfToken[TOKEN.0]}": 1 }],
        large: 2 ** 60,
        ["__proto__"]: 1,
        whole: "🎉",
      },
    });
    expect(settings).toEqual([]);
    expect(additionalSettings).toEqual([{ name: "whole", value: "🎉" }]);
    expect(leftOut.map(({ name, reason }) => [name, reason])).toEqual([
      ["requiredStatuses", expect.stringContaining("half a character")],
      ["half", expect.stringContaining("half a character")],
      ["e\u0301", expect.stringContaining("NFC")],
      ["token", expect.stringContaining("token of the CDK")],
      ["large", expect.stringContaining("cannot represent exactly")],
      ["__proto__", expect.stringContaining("__proto__")],
    ]);
  });

  test("S-14, S-16: text in a comment cannot end the comment or steer a terminal", () => {
    const queue = describeShown({
      settings: { mode: "a\nb\u2028c" },
      additionalFields: { "x\n}\u2028new Date()\r\u001b[2J\u202e": null },
    });
    const exported = groupQueues([queue]);
    const texts = [printTypeScript(exported, undefined, "cdktf"), printHcl(exported, undefined)];
    for (const text of texts) {
      expect(text).not.toMatch(/[\r\u001b\u2028\u202e]/);
      const open = text.split("\n").filter((line) => !/^\s*(?:\/\/|#)/.test(line));
      expect(open.join("\n")).not.toMatch(/Date|b\\u2028c/);
    }
  });
});

import v8 from "node:v8";
import manifest from "../../package.json";
import { SYSTEM_CLOCK } from "../../src/api/clock";
import { createOperationCaller, formatUserAgent } from "../../src/api/operation-caller";
import { PROCESS_LIMITER } from "../../src/api/retry/request-limiter";
import { PARSER_OPTIONS } from "../../src/api/transport/avoid-optimizing-parser";
import { makeConfig } from "./support/make-client";

const PRODUCT = `terraform-provider-mergequeue/${manifest.version}`;

describe("formatUserAgent", () => {
  test("names the product, and Terraform's version if it is known", () => {
    expect(formatUserAgent()).toBe(PRODUCT);
    expect(formatUserAgent("1.11.4")).toBe(`${PRODUCT} Terraform/1.11.4`);
    expect(formatUserAgent("1.12.0-beta1+dev")).toBe(`${PRODUCT} Terraform/1.12.0-beta1+dev`);
  });

  test.each(["", "1.0\r\nx-evil: 1", "1 0", "ä", "1".repeat(65)])(
    "S-11: %p is not a version and is left out",
    (version) => {
      expect(formatUserAgent(version)).toBe(PRODUCT);
    },
  );
});

describe("createOperationCaller", () => {
  test("tunes V8 only in a process of its own, never in a program that uses the client", () => {
    const set = jest.spyOn(v8, "setFlagsFromString").mockReturnValue();
    const dependencies = { source: "test", clock: SYSTEM_CLOCK, random: () => 0, limiter: PROCESS_LIMITER };
    createOperationCaller(makeConfig(), dependencies);
    expect(set).not.toHaveBeenCalled();
    createOperationCaller(makeConfig(), { ...dependencies, ownsProcess: true });
    expect(set.mock.calls.flat()).toEqual(PARSER_OPTIONS);
    set.mockRestore();
  });
});

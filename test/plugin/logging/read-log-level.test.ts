import { readLogLevel } from "../../../src/plugin/logging/read-log-level";

describe("readLogLevel", () => {
  test.each([
    [{}, undefined],
    [{ TF_LOG: "" }, undefined],
    [{ TF_LOG: "off" }, undefined],
    [{ TF_LOG: "loud" }, undefined],
    [{ TF_LOG: "JSON" }, "trace"],
    [{ TF_LOG: "warn" }, "warn"],
    [{ TF_LOG: "TRACE", TF_LOG_PROVIDER: "ERROR" }, "error"],
    [{ TF_LOG: "TRACE", TF_LOG_PROVIDER: "" }, "trace"],
    [{ TF_LOG_PROVIDER: "ERROR", TF_LOG_PROVIDER_MY_TYPE: "DEBUG" }, "debug"],
    [{ TF_LOG_PROVIDER_OTHER: "DEBUG" }, undefined],
    [{ TF_LOG: "constructor" }, undefined],
  ] as const)("G-23: %j means %s", (env, level) => {
    expect(readLogLevel(env, "my-type")).toBe(level);
  });
});

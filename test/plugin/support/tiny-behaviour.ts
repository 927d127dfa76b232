import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Diagnostic } from "../../../src/plugin/diagnostic";
import { getString } from "../../../src/plugin/get-attribute";
import type { CallContext } from "../../../src/plugin/provider-definition";
import { TfNumber } from "../../../src/plugin/tf-number";
import type { ObjectValue, Value } from "../../../src/plugin/value";
import type { TinyData } from "./tiny-list";

/** Fails, crashes or waits as the attribute `behaviour` says. */
export async function misbehave(object: ObjectValue, { log, stopSignal }: CallContext): Promise<void> {
  const secret = object.has("secret") ? readText(object, "secret") : "";
  switch (readText(object, "behaviour")) {
    case "throw":
      throw new Error(`It broke, \u001b[31m${secret}.`);
    case "crash":
      setTimeout(() => {
        throw new Error(`crashed with ${secret}\n{"@message": 5, "@level": 6}`);
      }, 0);
      await new Promise(() => undefined);
      break;
    case "slow":
      // A write that does not heed the stop signal, as after its first step; talkative, to meet closed pipes.
      for (let step = 0; step < 10; step += 1) {
        log("info", "still writing", { step, stopped: stopSignal.aborted });
        await new Promise((resolve) => setTimeout(resolve, 100));
      }
      break;
    case "held":
      // A write that takes until the test lets it end, however busy the machine is.
      log("info", "still writing", { stopped: stopSignal.aborted });
      while (!existsSync(join(tmpdir(), "release"))) await new Promise((resolve) => setTimeout(resolve, 20));
      break;
    case "wait":
      await new Promise((resolve) => {
        stopSignal.addEventListener("abort", resolve);
        // Work in progress keeps a real provider's process alive, too.
        setTimeout(resolve, 60_000);
      });
      throw new Error("Interrupted while waiting.");
  }
}

/** Returns a string attribute; empty if it is null or unknown. */
export function readText(object: ObjectValue, name: string): string {
  const text = getString(object, name);
  return typeof text === "string" ? text : "";
}

export function withValue(object: ObjectValue, name: string, value: Value): ObjectValue {
  return new Map([...object, [name, value]]);
}

export function toFile(data: TinyData | undefined, object: ObjectValue): string {
  const name = getString(object, "name");
  if (typeof name !== "string") throw new Error("The thing has no name.");
  return join(data?.directory ?? "/nonexistent", `${encodeURIComponent(name)}.txt`);
}

export function save(data: TinyData | undefined, object: ObjectValue): void {
  if (data?.directory === undefined) return;
  const size = object.get("size") ?? null;
  const file = toFile(data, object);
  const before = existsSync(file) ? readFileSync(file, "utf8") : "";
  writeFileSync(file, `${before}saved ${size instanceof TfNumber ? size.text : "without size"}\n`);
}

/** Refuses a configuration with the name `invalid`. */
export function refuseInvalid(config: ObjectValue, summary: string, detail = "No."): readonly Diagnostic[] {
  if (getString(config, "name") !== "invalid") return [];
  return [{ severity: "error", summary, detail, path: [{ attribute: "name" }] }];
}

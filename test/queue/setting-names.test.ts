import { readdirSync, readFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { toAttributeName } from "../../src/queue/attribute-name";
import { SETTING_NAMES, type SettingName } from "../../src/queue/settings";

const SOURCES = resolve(__dirname, "../../src");
const TESTS = resolve(__dirname, "..");

/** The files that a new setting changes: the table with its default, its second form, and the props. */
const PLACES = ["queue/settings.ts", "queue/second-settings.ts", "constructs/queue/merge-queue-props.ts"];

const NOT_SEARCHED: { readonly [Name in SettingName]?: string } = {
  state: "an ordinary word",
  mode: "an ordinary word",
  batch: "an ordinary word",
  requiredStatuses:
    "the only set; it is inherited, has a flag that removes it, and test runs have a field of this name",
};

const BATCHING = "constructs have one prop for the three settings of batches";
const TIMEOUT = "a test that takes longer is cut off";
const EXAMPLE = "help shows an example";
const CREATED = "the second interface creates a queue with some settings";
const SLOTS = "shows how many of the slots are in use";

/** Files and folders that name single settings, and why. */
const EXCEPTIONS: { readonly [path: string]: string } = {
  "cli/export/describe-queue.ts": BATCHING,
  "constructs/queue/queue-attributes.ts": BATCHING,
  "queue/batching-settings.ts": BATCHING,
  "constructs/fleet/queue-rules.ts": "has a rule against direct merges",
  "queue/settings-that-follow.ts": "says which settings change with others",
  "queue/find-protection-losses.ts": "direct merges skip the tests",
  "constructs/queue/validate-queue-props.ts": "warns of a label command without a label",
  "plan/require-safe.ts": "counts direct merges that are switched on",
  "emulator/demo/": "declares queues to look at",
  "engine/": "does what the settings mean",
  "foresight/simulated-settings.ts": "lists the settings that change a forecast",
  "foresight/drive/": "gives them to the engine",
  "foresight/measure/judge-loads.ts": "computes how much fills a batch",
  "foresight/list-assumptions.ts": "says which settings have no effect",
  "foresight/list-candidates.ts": "lists the settings to try",
  "cli/commands/workload.ts": TIMEOUT,
  "api/second/queue-calls.ts": CREATED,
  "emulator/second/queue-handlers.ts": CREATED,
  "wire/second/operations.ts": CREATED,
  "cli/commands/simulate.ts": EXAMPLE,
  "cli/workload/write-workload.ts": EXAMPLE,
  "cli/init/templates/": "a project to begin with declares some settings",
  "report/forecast/describe-forecast.ts": "says what a change of concurrency cannot show",
  "cli/simulate/": "asks for a mode, and says which states a simulation ignores",
  "cli/print/explain-pull-request.ts": SLOTS,
  "cli/print/print-queue.ts": SLOTS,
  "emulator/metrics/": SLOTS,
  "emulator/page/": SLOTS,
};

const SEARCHED = SETTING_NAMES.filter((name) => NOT_SEARCHED[name] === undefined);
const NAMES = new Map(SEARCHED.flatMap((name) => [name, toAttributeName(name)].map((word) => [word, name])));

/** The one list of all settings in tests, and those that must not follow the table, with the reasons. */
const LISTS: { readonly [path: string]: string } = {
  "support/all-settings.ts": "the fixture that a new setting changes",
  "support/stored-states.ts": "what earlier versions have stored",
  "support/trunk-states.ts": "what another provider has stored",
  "queue/settings.test.ts": "the interface's own table",
};

/** A file that names as many settings lists them. */
const LIST_LENGTH = 14;

/** Lists the files that name settings in their code, with how many; comments may use settings as examples. */
function countNames(root: string): readonly (readonly [file: string, count: number])[] {
  return readdirSync(root, { recursive: true, encoding: "utf8" })
    .filter((file) => file.endsWith(".ts") && !file.endsWith(".generated.ts"))
    .map((file) => {
      const code = readFileSync(join(root, file), "utf8").replace(/\/\*[^]*?\*\/|(?<!:)\/\/.*/g, "");
      const words = (code.match(/\w+/g) ?? []).map((word) => NAMES.get(word));
      return [file, new Set(words.filter((name) => name !== undefined)).size];
    });
}

test.each([
  ["settings are named in src", SOURCES, 1, [...PLACES, ...Object.keys(EXCEPTIONS)]],
  ["all settings are listed in tests", TESTS, LIST_LENGTH, Object.keys(LISTS)],
])("%s only where a new setting is added, and in the listed exceptions", (_what, root, least, listed) => {
  const files = countNames(root).flatMap(([file, count]) => (count >= least ? [file] : []));
  expect(files.filter((file) => !listed.some((path) => file.startsWith(path)))).toEqual([]);
  expect(listed.filter((path) => !files.some((file) => file.startsWith(path)))).toEqual([]);
});

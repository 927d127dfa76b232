import { readdirSync, readFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { toAttributeName } from "../../src/queue/attribute-name";
import { SETTING_NAMES, type SettingName } from "../../src/queue/settings";

const SOURCES = resolve(__dirname, "../../src");

/** The files that a new setting changes: the table with its default, and the props. */
const PLACES = ["queue/settings.ts", "constructs/queue/merge-queue-props.ts"];

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
const SLOTS = "shows how many of the slots are in use";

/** Files and folders that name single settings, and why. */
const EXCEPTIONS: { readonly [path: string]: string } = {
  "cli/export/describe-queue.ts": BATCHING,
  "constructs/queue/queue-attributes.ts": BATCHING,
  "queue/batching-settings.ts": BATCHING,
  "constructs/fleet/queue-rules.ts": "has a rule against direct merges",
  "queue/find-protection-losses.ts": "direct merges skip the tests",
  "emulator/demo/": "declares queues to look at",
  "engine/": "does what the settings mean",
  "foresight/drive/": "lists the settings that change a forecast",
  "foresight/list-assumptions.ts": "says which settings have no effect",
  "foresight/recommend/list-candidates.ts": "lists the settings to try",
  "foresight/workload/history/": TIMEOUT,
  "cli/commands/simulate.ts": EXAMPLE,
  "cli/init/templates/": "a project to begin with declares some settings",
  "report/forecast/describe-forecast.ts": "says what a change of concurrency cannot show",
  "cli/simulate/": "asks for a mode, and says which states a simulation ignores",
  "emulator/metrics/": SLOTS,
  "emulator/page/": SLOTS,
};

const SEARCHED = SETTING_NAMES.filter((name) => NOT_SEARCHED[name] === undefined);
const WORDS = new Set<string>(SEARCHED.flatMap((name) => [name, toAttributeName(name)]));

/** Lists the files that name a setting in their code; comments may use settings as examples. */
function listFilesWithNames(): string[] {
  return readdirSync(SOURCES, { recursive: true, encoding: "utf8" })
    .filter((file) => file.endsWith(".ts") && !file.endsWith(".generated.ts"))
    .filter((file) => {
      const code = readFileSync(join(SOURCES, file), "utf8").replace(/\/\*[^]*?\*\/|(?<!:)\/\/.*/g, "");
      return code.match(/\w+/g)?.some((word) => WORDS.has(word));
    });
}

describe("names of settings in src", () => {
  const files = listFilesWithNames();

  test("occur only where a new setting is added, and in the listed exceptions", () => {
    const allowed = [...PLACES, ...Object.keys(EXCEPTIONS)];
    expect(files.filter((file) => !allowed.some((path) => file.startsWith(path)))).toEqual([]);
  });

  test("occur in every listed file and folder", () => {
    const listed = [...PLACES, ...Object.keys(EXCEPTIONS)];
    expect(listed.filter((path) => !files.some((file) => file.startsWith(path)))).toEqual([]);
  });
});

import { resolve } from "node:path";
import { type Command, InvalidArgumentError, Option } from "commander";
import { warnOfShortToken } from "../../api/token-rules";
import type { AutoOptions } from "../../emulator/auto-options";
import { type EmulatorOptionsInput, NEW_QUEUE_CHOICES } from "../../emulator/emulator-options";
import { KEY_PERMISSIONS, type KeyPermission } from "../../emulator/key-permissions";
import { type Emulator, startEmulator } from "../../emulator/start-emulator";
import { ANSWERS } from "../../engine/engine-options";
import { SINGLE_MODES, type SingleMode } from "../../foresight/simulated-settings";
import { MergeQueueError, toErrorMessage } from "../../queue/merge-queue-error";
import { isPlainObject } from "../../text/is-plain-object";
import { quote } from "../../text/quote";
import { quoteForShell } from "../../text/quote-for-shell";
import { type CommandContext, type CommandSession, EXIT_STATUS } from "../command-session";
import { readInputFile, requireNoInput } from "../files/read-input-file";
import { parseCount, parseShare, pickGiven } from "../parse-options";

const EXAMPLES = `
When the service is ready, the command prints one line of JSON on standard
output (on a terminal, it prints text with the same facts instead):
  {"url": "http://127.0.0.1:PORT/v1", "token": "...",
   "secondUrl": "http://127.0.0.1:PORT/v2", "keys": {"LABEL": "..."}}

The service also has a web page: http://127.0.0.1:PORT/

Environment:
  MERGEQUEUE_TOKEN  the token to accept, which is then printed as
                    "$MERGEQUEUE_TOKEN" (default: a random token)

Examples:
  $ mergequeue serve
  $ mergequeue serve --port 8080 --data queues.data
  $ mergequeue serve --demo
  $ mergequeue serve --key ci=submit,priority --key reader=none
  $ mergequeue serve --auto --auto-duration 5-20 --auto-failure-rate 0.2

Exit status:
  0 ended by SIGTERM, 130 ended by Ctrl-C (SIGINT), 1 not started`;

export function defineServe(command: Command, session: CommandSession): void {
  command
    .description(
      "Runs a merge queue service on this machine, to try things out without an account. Only this machine can " +
        "reach it. Without --data, the service keeps its data in memory, and loses all data when it ends.",
    )
    .option("-p, --port <number>", "TCP port to listen on; 0 for a free one", parseCount(0, 65_535), 0)
    .option("--data <file>", "keep all data in this file, so that nothing is lost at a restart or crash")
    .option("--options <file>", "JSON file of options for behaviour that the interface does not define")
    .option(
      "--key <label=permissions>",
      "generate a key for the second interface (/v2); it may read, and has the given permissions: " +
        `all, none, or some of ${KEY_PERMISSIONS.join(", ")}, separated by commas; can be repeated`,
      parseKey,
    )
    .addOption(
      new Option("--answers <whose>", "answer as the interface says, or as a live service does").choices(
        ANSWERS,
      ),
    )
    .addOption(
      new Option(
        "--defaults <choice>",
        "settings of new queues: the published defaults, or more careful ones",
      ).choices(NEW_QUEUE_CHOICES),
    )
    .addOption(new Option("--single-mode <mode>", "how tests run in mode single").choices(SINGLE_MODES))
    .option("--auto", "simulate CI: report checks and impacted targets, so that the queues make progress")
    .option(
      "--auto-duration <seconds>",
      "how long a test run takes with --auto, for example 20 or 5-20 (default: 10-30)",
      parseDuration,
    )
    .option(
      "--auto-failure-rate <number>",
      "share of commits that fail their tests with --auto, 0 to 1 (default: 0.1)",
      parseShare,
    )
    .option("--demo", "start with 20 queues that have 31 days of history; turns on --auto")
    .option("--seed <text>", "text that determines ids, durations and failures; the same text repeats a run")
    .addHelpText("after", EXAMPLES)
    .action(async (options: ServeOptions) => {
      session.finish(await serve(options, session));
    });
}

type Keys = Readonly<Record<string, readonly KeyPermission[]>>;

function parseKey(text: string, before: Keys = {}): Keys {
  const [, label = "", words = ""] = /^([^=\s]+)=([a-z,-]+)$/.exec(text) ?? [];
  const named = new Map<string, readonly KeyPermission[]>([
    ["none", []],
    ["all", KEY_PERMISSIONS],
  ]);
  const permissions = named.get(words) ?? words.split(",").map((word) => findPermission(word));
  if (Object.hasOwn(before, label)) {
    throw new InvalidArgumentError(`Two keys have the label ${quote(label)}. Give each key its own label.`);
  }
  return { ...before, [label]: permissions };
}

function findPermission(word: string): KeyPermission {
  const known = KEY_PERMISSIONS.find((one) => one === word);
  if (known !== undefined) return known;
  const words = KEY_PERMISSIONS.join(", ");
  throw new InvalidArgumentError(
    `Write a key as its label and permissions, such as ci=submit,priority. The permissions are ${words}, all, none.`,
  );
}

function parseDuration(text: string): readonly [min: number, max: number] {
  const [, min = "", max = min] = /^(\d+(?:\.\d+)?)(?:-(\d+(?:\.\d+)?))?$/.exec(text) ?? [];
  if (min !== "" && Number(min) <= Number(max)) return [Number(min), Number(max)];
  throw new InvalidArgumentError("Give seconds such as 20, or a range such as 5-20, the shorter time first.");
}

interface ServeOptions {
  readonly port: number;
  readonly data?: string;
  readonly options?: string;
  readonly answers?: (typeof ANSWERS)[number];
  readonly defaults?: (typeof NEW_QUEUE_CHOICES)[number];
  readonly singleMode?: SingleMode;
  readonly auto?: true;
  readonly autoDuration?: readonly [min: number, max: number];
  readonly autoFailureRate?: number;
  readonly seed?: string;
  readonly demo?: true;
  readonly key?: Keys;
}

async function serve(options: ServeOptions, { context, write }: CommandSession): Promise<number> {
  const { port, data, seed, demo, answers, defaults, singleMode, key, options: file } = options;
  const auto = readAutoOptions(options);
  const stopped = context.catchStop();
  const read = file === undefined ? {} : await readOptions(file, context);
  // When the service starts, it refuses anything but an object.
  const emulatorOptions = isPlainObject(read)
    ? { ...read, ...pickGiven({ answers, defaults, singleMode }) }
    : read;
  if (data !== undefined) await requireNoInput(context, data, "The data file");
  // An empty variable counts as unset.
  const givenToken = context.environment["MERGEQUEUE_TOKEN"] || undefined;
  const { url, secondUrl, token, keys, close } = await startEmulator({
    port,
    keptRequests: "latest",
    options: emulatorOptions,
    ...(data === undefined ? {} : { data: resolve(context.workingDirectory, data) }),
    ...pickGiven({ token: givenToken, seed, auto, isDemo: demo, keys: key }),
  });
  // A token that came from the environment is not shown.
  const shownToken = givenToken === undefined ? token : undefined;
  const access = { url, token: shownToken ?? "$MERGEQUEUE_TOKEN", secondUrl, keys };
  const { isOut, isError } = context.terminal;
  // The note below shows the same facts.
  if (!isOut || !isError) write({ document: `${JSON.stringify(access)}\n` });
  context.writeNote(`${describeUse({ url, secondUrl, keys }, shownToken, data)}${demo ? DEMO_STEPS : ""}`);
  const warning = warnOfShortToken(token);
  if (warning !== undefined) context.writeError(`Warning: ${warning}\n`);
  const signal = await stopped;
  await close();
  return signal === "SIGINT" ? EXIT_STATUS.interrupted : EXIT_STATUS.ok;
}

/** Reads the options. Does not check them, because the service does so when it starts. */
async function readOptions(file: string, context: CommandContext): Promise<EmulatorOptionsInput> {
  const kind = { what: "The file of options", code: "invalid_configuration" } as const;
  const text = await readInputFile(context, file, kind);
  try {
    return JSON.parse(text) as EmulatorOptionsInput;
  } catch (error) {
    const message = `The file of options, ${quote(file)}, is not JSON: ${toErrorMessage(error)}. Write an object such as {"unknownFields": "ignore"}.`;
    throw new MergeQueueError("invalid_configuration", message, { argument: "options" }, error);
  }
}

function readAutoOptions(options: ServeOptions): AutoOptions | undefined {
  const { auto, autoDuration, autoFailureRate, seed, demo } = options;
  if ((auto ?? demo) === true) {
    return pickGiven({ durationSeconds: autoDuration, failureRate: autoFailureRate, seed });
  }
  if ((autoDuration ?? autoFailureRate) === undefined) return undefined;
  const message =
    "--auto-duration and --auto-failure-rate need --auto or --demo. Add --auto, or leave these options out.";
  throw new MergeQueueError("invalid_configuration", message, { argument: "auto" });
}

/** Next steps for the demo's busy queue, its queue with failing tests, and its paused queue. */
const DEMO_STEPS = `Three of its 20 queues: github.com/acme/web/main is busy, tests fail in
github.com/acme/payments/main, and github.com/acme/identity/main is paused.

  mergequeue queue get github.com/acme/web/main
  mergequeue pr list github.com/acme/payments/main --state failed --since 2h
  mergequeue queue resume github.com/acme/identity/main
`;

function describeUse(
  { url, secondUrl, keys }: Pick<Emulator, "url" | "secondUrl" | "keys">,
  token: string | undefined,
  data: string | undefined,
): string {
  const memory = data === undefined ? "it then forgets everything" : `everything is kept in ${data}`;
  const access =
    token === undefined
      ? "\nSet MERGEQUEUE_TOKEN there to the same token as here.\n"
      : `  export MERGEQUEUE_TOKEN=${quoteForShell(token)}\n`;
  return `
The merge queue service is ready at ${url}. Press Ctrl-C to stop it; ${memory}.
Watch its queues at ${new URL("/", url).href}
To use it, run in another terminal:

  export MERGEQUEUE_BASE_URL=${quoteForShell(url)}
${access}${describeSecond(secondUrl, keys)}
`;
}

function describeSecond(secondUrl: string, keys: Readonly<Record<string, string>>): string {
  const list = Object.entries(keys).map(
    ([label, key]) => `  export MERGEQUEUE_TOKEN=${quoteForShell(key)}  # ${label}\n`,
  );
  const own = list.length === 0 ? "" : `, with the same token or one of its keys:\n\n${list.join("")}`;
  return `\nThe second interface is at ${secondUrl}${own === "" ? ", with the same token.\n" : own}`;
}

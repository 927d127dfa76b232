import { type Command, InvalidArgumentError } from "commander";
import type { ServeOptions } from "../actions/serve";
import type { CommandSession } from "../command-session";

const EXAMPLES = `
When it is ready it prints one line of JSON on standard output:
  {"url": "http://127.0.0.1:PORT/v1", "token": "..."}

It also has a web page: http://127.0.0.1:PORT/

Environment:
  MERGEQUEUE_TOKEN  the token to accept, which is then printed as
                    "$MERGEQUEUE_TOKEN" (default: a random token)

Examples:
  $ mergequeue serve
  $ mergequeue serve --port 8080 --data queues.data
  $ mergequeue serve --demo
  $ mergequeue serve --auto --auto-duration 5-20 --auto-failure-rate 0.2

Exit status:
  0 ended by SIGTERM, 130 ended by Ctrl-C (SIGINT), 1 not started`;

/** Adds `serve`, which runs the local service until a signal ends it. */
export function addServeCommand(parent: Command, session: CommandSession): void {
  parent
    .command("serve")
    .summary("run a merge queue service on this machine")
    .description(
      "Runs a merge queue service on this machine, to try things out without an account. Only this machine can " +
        "reach it. Without --data it keeps everything in memory and forgets it when it ends.",
    )
    .option("-p, --port <number>", "TCP port to listen on; 0 for a free one", parsePort, 0)
    .option("--data <file>", "keep everything in this file, across restarts and crashes")
    .option("--options <file>", "JSON file with choices where the interface leaves some")
    .option("--auto", "simulate CI: report checks and impacted targets, so that the queues make progress")
    .option(
      "--auto-duration <seconds>",
      "how long a test run takes with --auto, for example 20 or 5-20 (default: 10-30)",
      parseDuration,
    )
    .option(
      "--auto-failure-rate <number>",
      "share of the commits that fail their tests with --auto, 0 to 1 (default: 0.1)",
      parseRate,
    )
    .option("--demo", "start with some 20 queues that have worked for 31 days, with --auto")
    .option("--seed <text>", "repeat a run: ids, durations and failures derive from this text")
    .addHelpText("after", EXAMPLES)
    .action(async (options: ServeOptions) => {
      const { serve } = await import("../actions/serve");
      session.finish(await serve(options, session));
    });
}

function parsePort(text: string): number {
  const port = Number(text);
  if (/^\d{1,5}$/.test(text) && port <= 65_535) return port;
  throw new InvalidArgumentError("A port is a whole number from 0 to 65535.");
}

function parseDuration(text: string): readonly [min: number, max: number] {
  const [, min = "", max = min] = /^(\d+(?:\.\d+)?)(?:-(\d+(?:\.\d+)?))?$/.exec(text) ?? [];
  if (min !== "" && Number(min) <= Number(max)) return [Number(min), Number(max)];
  throw new InvalidArgumentError(
    "A duration is a number of seconds, or two of them such as 5-20, the shorter first.",
  );
}

function parseRate(text: string): number {
  const rate = Number(text);
  if (/^[\d.]+$/.test(text) && rate >= 0 && rate <= 1) return rate;
  throw new InvalidArgumentError("A failure rate is a number from 0 to 1, for example 0.2.");
}

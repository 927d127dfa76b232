import type { Command } from "commander";
import { InvalidArgumentError } from "commander";
import type { CommandContext } from "../command-context";
import { EXIT_STATUS } from "../exit-status";
import { printReadyLine, printServeHints } from "../print-serve";

const EXAMPLES = `
When it is ready it prints one line of JSON on standard output:
  {"url": "http://127.0.0.1:PORT/v1", "token": "..."}

Environment:
  MERGEQUEUE_TOKEN  the token to accept; without it a random one is made

Examples:
  $ mergequeue serve
  $ mergequeue serve --port 8080
  $ MERGEQUEUE_TOKEN=secret mergequeue serve --port 8080 &

Exit status:
  0 ended by SIGTERM, 130 ended by Ctrl-C (SIGINT), 1 not started`;

/** Adds `serve`, which runs the local service until a signal ends it. */
export function addServeCommand(
  parent: Command,
  context: CommandContext,
  finish: (exitStatus: number) => void,
): void {
  parent
    .command("serve")
    .summary("run a merge queue service on this machine")
    .description(
      "Runs a merge queue service on this machine, to try things out without an account. It can be reached from " +
        "this machine only, keeps everything in memory and forgets it when it ends.",
    )
    .option("-p, --port <number>", "TCP port to listen on; 0 for a free one", parsePort, 0)
    .addHelpText("after", EXAMPLES)
    .action(async ({ port }: { port: number }) => {
      finish(await serve(port, context));
    });
}

/**
 * Runs the local service until it is told to stop.
 * @returns the exit status
 * @throws MergeQueueError `invalid_configuration` if the service cannot be started
 */
async function serve(port: number, context: CommandContext): Promise<number> {
  // Only this command needs the service; the others start faster without it.
  const { startEmulator } = await import("../../emulator/start-emulator");
  const stopped = context.catchStop();
  const token = context.environment["MERGEQUEUE_TOKEN"];
  const emulator = await startEmulator({
    port,
    keepsRequests: false,
    ...(token === undefined || token === "" ? {} : { token }),
  });
  context.writeOut(printReadyLine(emulator));
  context.writeError(printServeHints(emulator));
  const signal = await stopped;
  await emulator.close();
  return signal === "SIGINT" ? EXIT_STATUS.interrupted : EXIT_STATUS.ok;
}

function parsePort(text: string): number {
  const port = Number(text);
  if (/^\d{1,5}$/.test(text) && port <= 65_535) return port;
  throw new InvalidArgumentError("A port is a whole number from 0 to 65535.");
}

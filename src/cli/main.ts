import { homedir } from "node:os";
import type { StopSignal } from "./command-context";
import { EXIT_STATUS } from "./exit-status";
import { runCommand } from "./run-command";

/** Entry of the command `mergequeue`: joins it to the process. */
async function main(): Promise<void> {
  process.stdout.on("error", (error: NodeJS.ErrnoException) => {
    // The reader has left (`mergequeue --help | head -1`): nothing is wrong and nobody listens any more.
    if (error.code === "EPIPE") process.exit(0);
    process.stderr.write(`Error: Standard output cannot be written: ${error.message}.\n`);
    process.exit(EXIT_STATUS.error);
  });
  process.exitCode = await runCommand(process.argv.slice(2), {
    environment: process.env,
    platform: process.platform,
    homeDirectory: homedir(),
    workingDirectory: process.cwd(),
    codeDirectory: __dirname,
    writeOut: (text) => process.stdout.write(text),
    writeError: (text) => process.stderr.write(text),
    catchStop,
  });
}

function catchStop(): Promise<StopSignal> {
  return new Promise((resolve) => {
    const stop = (signal: StopSignal): void => {
      // The next signal kills as usual, should stopping hang.
      process.off("SIGINT", stop).off("SIGTERM", stop);
      resolve(signal);
    };
    process.on("SIGINT", stop).on("SIGTERM", stop);
  });
}

void main();

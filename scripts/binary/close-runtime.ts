/** A string of the runtime, and a replacement of the same length. */
interface Closure {
  readonly text: string;
  readonly replacement: string;
}

/**
 * The environment variables of the runtime get other names, so that variables that a developer has exported for Bun do not
 * affect the provider (rule S-09). Those that start with BUN_JSC_, the engine's switches, cannot be renamed: the executable
 * does not contain their names as strings.
 */
const CLOSURES: readonly Closure[] = [
  // Adds options such as --preload, which runs a file in the provider's process.
  rename("BUN_OPTIONS"),
  // Turns a compiled program into the command `bun`, which runs any JavaScript file.
  rename("BUN_BE_BUN"),
  // Also the prefix of longer names: opens a port for a debugger, and runs a file first.
  rename("BUN_INSPECT"),
  rename("BUN_CRASH_REPORT_URL"),
  rename("BUN_ENABLE_CRASH_REPORTING"),
  // On macOS and Windows, the runtime sends the addresses of a crash to this URL with curl or PowerShell. A file URL keeps
  // them on the machine (rule S-20).
  { text: "https://bun.report", replacement: "file:///bun.report" },
];

/**
 * Disables features of the runtime that a provider must not have. All other bytes are kept.
 * @param runtime - the executable; it is not changed
 * @throws Error if the runtime does not contain one of the strings: a new version needs a review
 */
export function closeRuntime(runtime: Buffer): Buffer {
  const closed = Buffer.from(runtime);
  for (const { text, replacement } of CLOSURES) {
    let count = 0;
    for (let at = closed.indexOf(text); at !== -1; at = closed.indexOf(text, at + text.length)) {
      closed.write(replacement, at, "latin1");
      count += 1;
    }
    if (count === 0) {
      throw new Error(`The runtime does not contain ${text}: review this version, and see close-runtime.ts.`);
    }
  }
  return closed;
}

function rename(text: string): Closure {
  return { text, replacement: text.replace("BUN_", "OFF_") };
}

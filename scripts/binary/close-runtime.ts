/** A text of the runtime that another of the same length takes the place of. */
interface Closure {
  readonly text: string;
  readonly replacement: string;
}

/**
 * What the runtime would otherwise let the environment of a plan do to the provider, and where it would send crashes.
 * The variables keep their meaning under names that nobody sets: those of the runtime's own programs, which a
 * developer may well have exported, do nothing here (rule S-09). What begins with BUN_JSC_, the switches of the engine,
 * cannot be closed so: its name is not in the executable as a text.
 */
const CLOSURES: readonly Closure[] = [
  // Adds options such as --preload, which runs any file in the provider's process.
  rename("BUN_OPTIONS"),
  // Makes of any compiled program the runtime's own command, a shell for JavaScript.
  rename("BUN_BE_BUN"),
  // With all names that begin so: opens a port for a debugger, and runs a file before everything else.
  rename("BUN_INSPECT"),
  rename("BUN_CRASH_REPORT_URL"),
  rename("BUN_ENABLE_CRASH_REPORTING"),
  // On macOS and Windows the runtime sends the addresses of a crash to its maker, by curl or PowerShell. Of a file that
  // is not there nothing goes anywhere (rule S-20).
  { text: "https://bun.report", replacement: "file:///bun.report" },
];

/**
 * Closes the doors of a runtime that a provider must not have. Everything else stays byte for byte as it was.
 * @param runtime - the executable; it is not changed
 * @throws Error naming the text if it is not in there: another version of the runtime has to be looked at anew
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
      throw new Error(
        `The runtime does not hold ${text}, so that it cannot be closed there: see close-runtime.ts.`,
      );
    }
  }
  return closed;
}

function rename(text: string): Closure {
  return { text, replacement: text.replace("BUN_", "OFF_") };
}

import { findRoot } from "./find-root";

/** Runs a script with the project's root, absolute. An error ends it with its message and status 1. */
export function runMain(main: (root: string) => Promise<void>): void {
  main(findRoot()).catch((error: unknown) => {
    console.error(error instanceof Error ? error.message : String(error));
    process.exitCode = 1;
  });
}

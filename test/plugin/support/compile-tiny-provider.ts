import { basename, dirname } from "node:path";
import { compileProgram } from "../../../scripts/binary/compile-program";
import { findOwnPlatform } from "../../../scripts/binary/platforms";
import { findRoot } from "../../../scripts/support/find-root";

/* Compiles the bundle that the first argument names to the executable that the second one names. */
const [, , bundle = "", program = ""] = process.argv;
compileProgram(
  findRoot(),
  findOwnPlatform(),
  { directory: dirname(bundle), entry: basename(bundle) },
  program,
).catch((error: unknown) => {
  console.error(error);
  process.exitCode = 1;
});

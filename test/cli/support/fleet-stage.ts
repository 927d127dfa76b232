import { rmSync } from "node:fs";
import type { OpenEmulator } from "../../../src/emulator/start-emulator";
import { startService } from "./run-on-service";
import { makeDirectory } from "./write-stack";

/** Where a test of the commands for stacks takes place. */
export interface FleetStage {
  readonly emulator: OpenEmulator;
  /** Empty, for a stack. */
  readonly directory: string;
}

/** Gives each test of a file its own service and directory. */
export function onFleetStage(begin: (stage: FleetStage) => void): void {
  let stage: FleetStage;

  beforeEach(async () => {
    stage = { emulator: await startService(), directory: makeDirectory() };
    begin(stage);
  });

  afterEach(async () => {
    await stage.emulator.close();
    rmSync(stage.directory, { recursive: true, force: true });
  });
}

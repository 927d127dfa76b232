import { type Emulator, startEmulator } from "../../../src/emulator/start-emulator";
import { startTwoTokens, type TwoTokens } from "../../support/e2e/start-two-tokens";
import { CodeHost } from "./code-host";
import { PROJECTS, Runner } from "./runner";

/** Where the recipes of a file run. */
export let runner: Runner;
/** Where the recipe of the running test comments. */
export let host: CodeHost;
/** The service of the running test. */
export let emulator: Emulator;
/** What stands before {@link emulator} and knows a reading and a writing token. */
export let service: TwoTokens;

/** Gives each test of a file its own code host and service; all tests share one runner. */
export function onRecipeStage(): void {
  beforeAll(async () => {
    runner = await Runner.create();
  });

  beforeEach(async () => {
    runner.project = PROJECTS.cdktf;
    runner.defaultBranch = undefined;
    host = await CodeHost.start();
    emulator = await startEmulator({ token: "mqtest_recipes_0123456789" });
    service = await startTwoTokens(emulator);
  });

  afterEach(async () => {
    await service.close();
    await emulator.close();
    await host.close();
  });
}

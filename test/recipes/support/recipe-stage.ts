import { type Emulator, startEmulator } from "../../../src/emulator/start-emulator";
import { startTwoTokens, type TwoTokens } from "../../support/e2e/start-two-tokens";
import { CodeHost } from "./code-host";
import { PROJECTS, Runner } from "./runner";

/** Where a recipe runs. */
export interface RecipeStage {
  readonly runner: Runner;
  readonly host: CodeHost;
  readonly emulator: Emulator;
  readonly service: TwoTokens;
}

/** Gives each test of a file its own code host and service; all tests share one runner. */
export function onRecipeStage(begin: (stage: RecipeStage) => void): void {
  let runner: Runner;
  let stage: RecipeStage;

  beforeAll(async () => {
    runner = await Runner.create();
  });

  afterAll(async () => {
    await runner.remove();
  });

  beforeEach(async () => {
    runner.project = PROJECTS.cdktf.directory;
    const host = await CodeHost.start();
    const emulator = await startEmulator({ token: "mqtest_recipes_0123456789" });
    stage = { runner, host, emulator, service: await startTwoTokens(emulator) };
    begin(stage);
  });

  afterEach(async () => {
    await stage.service.close();
    await stage.emulator.close();
    await stage.host.close();
  });
}

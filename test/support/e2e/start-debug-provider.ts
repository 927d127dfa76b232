import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { startCommand } from "../../../scripts/support/run-command";
import { waitFor } from "../wait-for";
import { layOutProvider } from "./provider-source";

/** A provider that was started with `--debug` and serves any number of Terraform runs. */
export interface DebugProvider {
  /** Process id, for example to look at its memory. */
  readonly pid: number;
  /** Value of TF_REATTACH_PROVIDERS with which Terraform uses it. */
  readonly reattach: string;
  /** Everything that it printed so far. */
  readonly output: () => string;
  /** Ends it. */
  readonly stop: () => Promise<void>;
}

/**
 * Starts the built provider with `--debug`, by its launcher, and waits until it can be attached to.
 * @param env - its environment, beside PATH
 */
export async function startDebugProvider(env: NodeJS.ProcessEnv): Promise<DebugProvider> {
  const directory = await mkdtemp(join(tmpdir(), "mergequeue-debug-"));
  const executable = await layOutProvider(directory);
  const provider = startCommand(executable, ["--debug"], {
    cwd: directory,
    env: { PATH: process.env["PATH"], ...env },
  });
  const findReattach = (): string | undefined =>
    /TF_REATTACH_PROVIDERS='([^']+)'/.exec(provider.output())?.[1];
  await waitFor(() => findReattach() !== undefined, "the provider to print TF_REATTACH_PROVIDERS");
  return {
    pid: provider.child.pid ?? 0,
    reattach: findReattach() ?? "",
    output: provider.output,
    stop: async () => {
      provider.child.kill("SIGTERM");
      await provider.finished;
      await rm(directory, { recursive: true, force: true });
    },
  };
}

import { startCommand } from "../../../scripts/support/run-command";
import { waitFor } from "../wait-for";
import { PROVIDER_BUNDLE } from "./provider-source";

/** A provider that was started with `--debug` and serves any number of Terraform runs. */
export interface DebugProvider {
  /** Process id, for example to look at its memory. */
  readonly pid: number;
  /** Value of TF_REATTACH_PROVIDERS with which Terraform uses it. */
  readonly reattach: string;
  /** Ends it. */
  readonly stop: () => Promise<void>;
}

/**
 * Starts the built provider with `--debug` and waits until it can be attached to.
 * @param env - its environment, beside PATH
 */
export async function startDebugProvider(env: { readonly [name: string]: string }): Promise<DebugProvider> {
  const provider = startCommand(process.execPath, [PROVIDER_BUNDLE, "--debug"], {
    cwd: process.cwd(),
    env: { PATH: process.env["PATH"], ...env },
  });
  const findReattach = (): string | undefined =>
    /TF_REATTACH_PROVIDERS='([^']+)'/.exec(provider.output())?.[1];
  await waitFor(() => findReattach() !== undefined, "the provider to print TF_REATTACH_PROVIDERS");
  return {
    pid: provider.child.pid ?? 0,
    reattach: findReattach() ?? "",
    stop: async () => {
      provider.child.kill("SIGTERM");
      await provider.finished;
    },
  };
}

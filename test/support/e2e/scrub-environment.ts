/**
 * Variables that a child may inherit: where programs and temporary files are. Everything else (TF_*,
 * MERGEQUEUE_*, NODE_OPTIONS, proxies, HOME with its `.terraformrc`) would make a test's result depend on who
 * runs it.
 */
const KEPT = ["PATH", "TMPDIR", "LANG", "LC_ALL"] as const;

/**
 * Returns an environment in which Terraform behaves the same on every machine.
 * @param home - a directory of the test's own
 * @param extra - variables of the test; they win
 */
export function scrubEnvironment(
  home: string,
  extra: { readonly [name: string]: string | undefined } = {},
): NodeJS.ProcessEnv {
  const env: NodeJS.ProcessEnv = { HOME: home };
  for (const name of KEPT) {
    const value = process.env[name];
    if (value !== undefined) env[name] = value;
  }
  return {
    ...env,
    // Terraform would ask its maker for news.
    CHECKPOINT_DISABLE: "1",
    TF_INPUT: "0",
    TF_IN_AUTOMATION: "1",
    TF_CLI_ARGS: "-no-color",
    // A tenth less work for Terraform: what runs this briefly need not collect garbage so often.
    GOGC: "400",
    ...extra,
  };
}

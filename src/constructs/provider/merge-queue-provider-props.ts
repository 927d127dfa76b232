import type { IResolvable } from "../cdk";

/** Props of `MergeQueueProvider`. Whatever is left out is taken from the environment when Terraform runs. */
export interface MergeQueueProviderProps {
  /**
   * Address of the service, ending in `/v1`, for example `https://queue.example.com/v1`. Must be https, unless
   * it is a loopback address or `allowInsecureHttp` is set.
   * @default - the environment variable MERGEQUEUE_BASE_URL
   */
  readonly baseUrl?: string | undefined;
  /**
   * API token of the organization: a Terraform variable, better ephemeral than sensitive. Text is refused,
   * because everybody could read it in the synthesized file, unless `allowTokenInStack` is set.
   * @default - the environment variable MERGEQUEUE_TOKEN, which is the best place
   */
  readonly token?: string | undefined;
  /**
   * How many seconds one request may take: a whole number from 1 to 3600.
   * @default - the environment variable MERGEQUEUE_REQUEST_TIMEOUT_SECONDS, else 30
   */
  readonly requestTimeoutSeconds?: number | undefined;
  /**
   * How often a request is repeated at most after a failure that may pass: a whole number from 0 to
   * 1000. An address where nothing has answered yet is given up after some 15 seconds in any case.
   * @default - the environment variable MERGEQUEUE_MAX_RETRIES, else until the operation's own timeout
   */
  readonly maxRetries?: number | undefined;
  /**
   * How many requests per second are made at most, over all resources: from 0.1 to 1000, also
   * with a fraction.
   * @default - the environment variable MERGEQUEUE_MAX_REQUESTS_PER_SECOND, else no fixed rate
   */
  readonly maxRequestsPerSecond?: number | undefined;
  /**
   * Allow a `baseUrl` with plain http that is not a loopback address: the token then crosses the network in
   * clear.
   * @default - the environment variable MERGEQUEUE_ALLOW_INSECURE_HTTP, else false
   */
  readonly allowInsecureHttp?: boolean | IResolvable | undefined;
  /**
   * Path of a PEM file with certificates of authorities to trust beside the built-in ones, as seen from the
   * stack's directory.
   * @default - the environment variable MERGEQUEUE_CA_FILE, else the built-in ones alone
   */
  readonly caFile?: string | undefined;
  /**
   * Name by which queues choose among several providers of one stack.
   * @default - none: the provider of all queues that name no other
   */
  readonly alias?: string | undefined;
  /**
   * Allow `token` to be text in the synthesized file, for example that of a service on this machine.
   * @default false
   */
  readonly allowTokenInStack?: boolean | undefined;
  /**
   * Place the provider plugin beside the synthesized stack, so that `terraform init` there needs no registry
   * and no configuration. `false` leaves it out, and takes away what an earlier synth placed: for a provider
   * that comes from a registry or a mirror. With several providers in one stack, one that wants it suffices.
   * @default true
   */
  readonly plugin?: boolean | undefined;
  /**
   * How Terraform reaches the service. `plugin` is the provider plugin of this package. `local-exec` is for places where
   * only HashiCorp's providers may be installed: the queues are null resources whose provisioners call the command
   * `mergequeue`, which must be installed where Terraform runs. It needs the package `@cdktf/provider-null`, and a
   * provider that is created before its queues.
   * @default "plugin"
   */
  readonly via?: "plugin" | "local-exec" | undefined;
  /**
   * With `via: "local-exec"`, what starts the command in a shell, for example `npx --no mergequeue`. It runs in the
   * directory of the stack.
   * @default "mergequeue"
   */
  readonly command?: string | undefined;
  /**
   * With `via: "local-exec"`, the shell and its arguments, to which the command line is added, for example
   * `["/bin/bash", "-c"]`.
   * @default - Terraform's own choice: `/bin/sh -c`, on Windows `cmd /C`
   */
  readonly interpreter?: readonly string[] | undefined;
}

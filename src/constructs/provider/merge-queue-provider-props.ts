import type { IResolvable } from "../cdk";

/** Props of `MergeQueueProvider`. Terraform reads absent arguments from the environment when it runs. */
export interface MergeQueueProviderProps {
  /**
   * Address of the service, for example `https://queue.example.com/v1`. Its end, `/v1` or `/v2`, chooses the
   * interface; but a token that begins with `trunk_v2_` always uses `/v2`. Must be https, except for loopback
   * addresses or with `allowInsecureHttp`.
   * @default - the environment variable MERGEQUEUE_BASE_URL
   */
  readonly baseUrl?: string | undefined;
  /**
   * API token of the organization, as a Terraform variable: preferably ephemeral, else sensitive. Plain text
   * is an error, because the synthesized file would contain it; see `allowTokenInStack`.
   * @default - the environment variable MERGEQUEUE_TOKEN (recommended)
   */
  readonly token?: string | undefined;
  /**
   * Timeout of one request in seconds: a whole number from 1 to 3600.
   * @default - the environment variable MERGEQUEUE_REQUEST_TIMEOUT_SECONDS, else 30
   */
  readonly requestTimeoutSeconds?: number | undefined;
  /**
   * Maximum number of retries of a request after a transient failure: a whole number from 0 to 1000. If the
   * address has never responded, the provider always gives up after about 15 seconds.
   * @default - the environment variable MERGEQUEUE_MAX_RETRIES, else until the operation times out
   */
  readonly maxRetries?: number | undefined;
  /**
   * Maximum number of requests per second, over all resources: a number from 0.1 to 1000.
   * @default - the environment variable MERGEQUEUE_MAX_REQUESTS_PER_SECOND, else no limit
   */
  readonly maxRequestsPerSecond?: number | undefined;
  /**
   * Allow a `baseUrl` with plain http even if it is not a loopback address. The token is then sent over the
   * network unencrypted.
   * @default - the environment variable MERGEQUEUE_ALLOW_INSECURE_HTTP, else false
   */
  readonly allowInsecureHttp?: boolean | IResolvable | undefined;
  /**
   * Path, relative to the stack's directory, of a PEM file with additional trusted certificate authorities.
   * @default - the environment variable MERGEQUEUE_CA_FILE, else only the built-in authorities
   */
  readonly caFile?: string | undefined;
  /** Name of this provider among several. @default - none: queues without the prop `provider` use this one */
  readonly alias?: string | undefined;
  /** Allow `token` to be plain text, for example for a service on this machine. @default false */
  readonly allowTokenInStack?: boolean | undefined;
  /**
   * Place the provider plugin beside the synthesized stack, so that `terraform init` there needs neither a
   * registry nor configuration. Set `false` for a provider from a registry or a mirror; this also removes a
   * plugin that an earlier synthesis placed. In a stack with several providers, the plugin is placed if any
   * provider needs it.
   * @default true
   */
  readonly plugin?: boolean | undefined;
  /**
   * How Terraform reaches the service. `plugin` uses the provider plugin of this package. `local-exec` is for
   * environments that allow only HashiCorp's providers: each queue then consists of resources that Terraform
   * and `hashicorp/null` offer, and that call the command `mergequeue`. Install the command where Terraform
   * runs, add the package `@cdktf/provider-null`, and create the provider before its queues.
   * @default "plugin"
   */
  readonly via?: "plugin" | "local-exec" | undefined;
  /**
   * With `via: "local-exec"`: the shell command that starts `mergequeue`, for example `npx --no mergequeue`.
   * The command runs in the stack's directory.
   * @default "mergequeue"
   */
  readonly command?: string | undefined;
  /**
   * With `via: "local-exec"`: the shell, and the arguments that it gets before the command line, for example
   * `["/bin/bash", "-c"]`.
   * @default - Terraform's default: `/bin/sh -c`, on Windows `cmd /C`
   */
  readonly interpreter?: readonly string[] | undefined;
}

import type { ArgumentName } from "../../queue/provider-arguments";

/** The command's options for the arguments of the provider: each with its value, and what its help says. */
export const ARGUMENT_OPTIONS: {
  readonly [Name in ArgumentName]: { readonly flags: string; readonly help: string };
} = {
  base_url: {
    flags: "--base-url <url>",
    help: "address of the service",
  },
  token: { flags: "--token-file <file>", help: "file with the API token, - for standard input" },
  request_timeout_seconds: {
    flags: "--request-timeout <seconds>",
    help: "seconds that one request may take",
  },
  max_retries: { flags: "--max-retries <number>", help: "how often a request is repeated" },
  max_requests_per_second: {
    flags: "--max-requests-per-second <number>",
    help: "never send faster than this",
  },
  allow_insecure_http: { flags: "--allow-insecure-http", help: "allow plain http to other machines" },
  ca_file: { flags: "--ca-file <file>", help: "PEM file with authorities to trust beside the built-in ones" },
};

export function toOptionFlag(attribute: ArgumentName): string {
  return ARGUMENT_OPTIONS[attribute].flags.replace(/ .*/s, "");
}

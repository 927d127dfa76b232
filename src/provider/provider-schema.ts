import type { Schema } from "../plugin/schema/schema";

/** Schema of the provider's own configuration; every argument has an environment twin. */
export const PROVIDER_SCHEMA: Schema = {
  version: 0,
  description:
    "Manages merge queues as code, at any service that offers the merge queue interface. Every argument can " +
    "be given in the environment instead; an argument that is set wins over the environment.",
  attributes: {
    base_url: {
      type: "string",
      optional: true,
      description:
        "Address of the service, ending in `/v1`, for example `https://queue.example.com/v1`. Must be https, " +
        "unless it is a loopback address. Environment: `MERGEQUEUE_BASE_URL`.",
    },
    token: {
      type: "string",
      optional: true,
      sensitive: true,
      description:
        "API token of the organization. Better given in the environment, so that no plan file holds it. " +
        "Environment: `MERGEQUEUE_TOKEN`.",
    },
    request_timeout_seconds: {
      type: "number",
      optional: true,
      description:
        "How many seconds one request may take. Default: 30. Environment: `MERGEQUEUE_REQUEST_TIMEOUT_SECONDS`.",
    },
    max_retries: {
      type: "number",
      optional: true,
      description:
        "How often a request is repeated at most after a failure that may pass. Default: until the operation's " +
        "own timeout. Environment: `MERGEQUEUE_MAX_RETRIES`.",
    },
    max_requests_per_second: {
      type: "number",
      optional: true,
      description:
        "How many requests per second are made at most, over all resources. Default: no fixed rate; an answer " +
        "429 slows every resource down. Environment: `MERGEQUEUE_MAX_REQUESTS_PER_SECOND`.",
    },
    allow_insecure_http: {
      type: "bool",
      optional: true,
      description:
        "Allow a `base_url` with plain http that is not a loopback address: the token then crosses the network " +
        "in clear. Default: false. Environment: `MERGEQUEUE_ALLOW_INSECURE_HTTP`.",
    },
    ca_file: {
      type: "string",
      optional: true,
      description:
        "Path of a PEM file with certificates of authorities to trust beside the built-in ones. Environment: " +
        "`MERGEQUEUE_CA_FILE`.",
    },
  },
};

import type { ClientArgument, NumberBounds } from "../api/configuration/client-arguments";
import {
  ARGUMENT_BOUNDS,
  DEFAULT_REQUEST_TIMEOUT_SECONDS,
  toVariableName,
} from "../api/configuration/client-arguments";
import type { Attribute, PlainAttribute, Schema } from "../plugin/schema/schema";

/** Makes an argument, which all of them have in common: optional, with an environment twin. */
function argument(
  name: ClientArgument,
  type: "string" | "number" | "bool",
  description: string,
  more: Pick<PlainAttribute, "sensitive"> = {},
): { readonly [name: string]: Attribute } {
  const twin = `Environment: \`${toVariableName(name)}\`.`;
  return { [name]: { type, optional: true, ...more, description: `${description} ${twin}` } };
}

function range({ min, max }: NumberBounds): string {
  return `from ${min} to ${max}`;
}

/** Schema of the provider's own configuration; every argument has an environment twin. */
export const PROVIDER_SCHEMA: Schema = {
  version: 0,
  description:
    "Manages merge queues as code, at any service that offers the merge queue interface. Every argument can " +
    "be given in the environment instead; an argument that is set wins over the environment.",
  attributes: {
    ...argument(
      "base_url",
      "string",
      "Address of the service, ending in `/v1`, for example `https://queue.example.com/v1`. Must be https, " +
        "unless it is a loopback address. Required, here or in the environment.",
    ),
    ...argument(
      "token",
      "string",
      "API token of the organization. Better given in the environment, so that no plan file holds it. Required, " +
        "here or in the environment.",
      { sensitive: true },
    ),
    ...argument(
      "request_timeout_seconds",
      "number",
      `How many seconds one request may take, a whole number ${range(ARGUMENT_BOUNDS.request_timeout_seconds)}. ` +
        `Default: ${DEFAULT_REQUEST_TIMEOUT_SECONDS}.`,
    ),
    ...argument(
      "max_retries",
      "number",
      "How often a request is repeated at most after a failure that may pass, a whole number " +
        `${range(ARGUMENT_BOUNDS.max_retries)}. Default: until the operation's own timeout. An address where nothing ` +
        "has answered yet (refused connections, an unknown name) is given up after some 15 seconds in any case.",
    ),
    ...argument(
      "max_requests_per_second",
      "number",
      "How many requests per second are made at most, over all resources, a number " +
        `${range(ARGUMENT_BOUNDS.max_requests_per_second)}. Default: no fixed rate; an answer 429 slows every ` +
        "resource down.",
    ),
    ...argument(
      "allow_insecure_http",
      "bool",
      "Allow a `base_url` with plain http that is not a loopback address: the token then crosses the network " +
        "in clear. Default: false.",
    ),
    ...argument(
      "ca_file",
      "string",
      "Path of a PEM file with certificates of authorities to trust beside the built-in ones.",
    ),
  },
};

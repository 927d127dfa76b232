import type { Attribute, Schema } from "../plugin/schema/schema";
import { PROVIDER_ARGUMENTS, toArgumentType, toVariableName } from "../queue/provider-arguments";

/** Schema of the provider's own configuration: every argument is optional, because the environment can give it. */
export const PROVIDER_SCHEMA: Schema = {
  version: 0,
  description:
    "Manages merge queues as code, at any service that offers the merge queue interface. Every argument can " +
    "be given in the environment instead; an argument that is set wins over the environment.",
  attributes: Object.fromEntries(
    PROVIDER_ARGUMENTS.map((row): [string, Attribute] => [
      row.attribute,
      {
        type: toArgumentType(row),
        optional: true,
        ...(row.isSensitive ? { sensitive: true } : {}),
        description: `${row.description} Environment: \`${toVariableName(row.attribute)}\`.`,
      },
    ]),
  ),
};

import { decodeRequiredObject, encodeObject } from "../convert/dynamic-value";
import { toProtocolIdentity } from "../convert/to-protocol-schema";
import { findDefinition } from "./find-definition";
import type { Call } from "./handle-call";

/** Lists objects of a type as one event each; an exception is the last. The client may leave at any time. */
export const listResource: Call<"listResource"> = {
  nameSubject: ({ typeName }) => ({ tf_resource_type: typeName }),
  async run({ typeName, config, includeResourceObject, limit }, session, context, send) {
    const resource = findDefinition(session.definition.resources, typeName, "resource type");
    const { list, schema } = resource;
    const request = {
      config: decodeRequiredObject(config, list.schema, "configuration"),
      limit: Number(limit),
      data: session.data,
    };
    for await (const { found, diagnostics } of list.list(request, context)) {
      const isWanted = await send({
        identity: toProtocolIdentity(resource, found?.state ?? null),
        displayName: session.cleanText(found?.displayName ?? ""),
        resourceObject:
          found !== undefined && includeResourceObject ? encodeObject(found.state, schema) : undefined,
        diagnostic: session.report(diagnostics),
      });
      if (!isWanted) break;
    }
    return undefined;
  },
  recover: (diagnostics, _request, session) => ({ diagnostic: session.report(diagnostics) }),
};

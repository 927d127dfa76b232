import { decodeRequiredObject, encodeObject } from "../convert/dynamic-value";
import { toProtocolIdentity } from "../convert/to-protocol-identity";
import type { ListResource_Event, ListResource_Request } from "../protocol/tfplugin6.generated";
import { defineStream } from "./define-call";
import { findList, findResource } from "./find-definition";

/** Lists objects of a resource type, one in each event. Ends early if the host leaves, which it does at its limit. */
export const listResource = defineStream<ListResource_Request, ListResource_Event>({
  rpc: "ListResource",
  nameSubject: ({ typeName }) => ({ typeName }),
  run: async ({ typeName, config, includeResourceObject, limit }, send, session, context) => {
    const resource = findResource(session, typeName);
    const list = findList(session, typeName);
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
          found !== undefined && includeResourceObject
            ? encodeObject(found.state, resource.schema)
            : undefined,
        diagnostic: session.report(diagnostics),
      });
      if (!isWanted) return;
    }
  },
  recover: (diagnostic) => ({
    identity: undefined,
    displayName: "",
    resourceObject: undefined,
    diagnostic,
  }),
});

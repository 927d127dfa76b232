import { decodeRequiredObject } from "../convert/dynamic-value";
import type {
  Diagnostic as ProtocolDiagnostic,
  ValidateActionConfig_Request,
  ValidateDataResourceConfig_Request,
  ValidateListResourceConfig_Request,
  ValidateResourceConfig_Request,
} from "../protocol/tfplugin6.generated";
import type { CallContext, DiagnosticsResponse, ValidateBlockRequest } from "../provider-definition";
import type { Schema } from "../schema/schema";
import { type CallHandler, defineCall, type Session } from "./define-call";
import { findAction, findDataSource, findList, findResource } from "./find-definition";
import type { CallSubject } from "./provider-session";

interface Validated {
  readonly schema: Schema;
  validateConfig?(request: ValidateBlockRequest<unknown>, context: CallContext): Promise<DiagnosticsResponse>;
}

/** Checks a resource's configuration. */
export const validateResourceConfig = defineValidation<ValidateResourceConfig_Request>(
  "ValidateResourceConfig",
  findResource,
  (typeName) => ({ typeName }),
);

/** Checks a data source's configuration. */
export const validateDataResourceConfig = defineValidation<ValidateDataResourceConfig_Request>(
  "ValidateDataResourceConfig",
  findDataSource,
  (dataSource) => ({ dataSource }),
);

/** Checks the configuration of a list. */
export const validateListResourceConfig = defineValidation<ValidateListResourceConfig_Request>(
  "ValidateListResourceConfig",
  findList,
  (typeName) => ({ typeName }),
);

/** Checks an action's configuration. */
export const validateActionConfig = defineValidation<ValidateActionConfig_Request>(
  "ValidateActionConfig",
  findAction,
  (action) => ({ action }),
);

/** Defines the validation of one kind: called often, and without the provider being configured (rule C-20). */
function defineValidation<Request extends Pick<ValidateActionConfig_Request, "typeName" | "config">>(
  rpc: string,
  find: (session: Session, typeName: string) => Validated,
  toSubject: (typeName: string) => CallSubject,
): CallHandler<Request, { diagnostics: ProtocolDiagnostic[] }> {
  return defineCall({
    rpc,
    nameSubject: ({ typeName }) => toSubject(typeName),
    run: async (request, session, context) => {
      const definition = find(session, request.typeName);
      const config = decodeRequiredObject(request.config, definition.schema, "configuration");
      const response = await definition.validateConfig?.({ config, data: session.data }, context);
      return { diagnostics: session.report(response?.diagnostics ?? []) };
    },
    recover: (diagnostics) => ({ diagnostics }),
  });
}

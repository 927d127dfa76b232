import { toProtocolFunctions } from "../convert/to-protocol-schema";
import type { Call } from "./handle-call";

/** Lists the functions with their types, like the schema. */
export const getFunctions: Call<"getFunctions"> = {
  run: async (_request, { definition }) => ({
    functions: toProtocolFunctions(definition.functions),
    diagnostics: [],
  }),
  recover: (diagnostics) => ({ functions: new Map(), diagnostics }),
};

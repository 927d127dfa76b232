import { createService } from "../grpc/service";
import { ProviderDefinition } from "./tfplugin6.generated";

/** Protocol 6: what Terraform calls. */
export const ProviderService = createService(ProviderDefinition);

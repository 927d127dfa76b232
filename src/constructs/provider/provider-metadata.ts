import { PROVIDER_TYPE, VERSION } from "../../product";

/**
 * What the CDK writes of the provider into `required_providers`: exactly this version, because the plugin
 * that is placed beside the stack has it, and a constraint is what makes Terraform and the CDK's command
 * upgrade a lock file of an earlier version (rule D-08).
 */
export const PROVIDER_METADATA = {
  providerName: PROVIDER_TYPE,
  providerVersion: VERSION,
  providerVersionConstraint: VERSION,
} as const;

import { PROVIDER_TYPE, VERSION } from "../product";

/**
 * The provider's entry in `required_providers`. It requires exactly this version, which the placed plugin has; the
 * constraint makes Terraform and the CDK's command upgrade an older lock file (rule D-08).
 */
export const PROVIDER_METADATA = {
  providerName: PROVIDER_TYPE,
  providerVersion: VERSION,
  providerVersionConstraint: VERSION,
} as const;

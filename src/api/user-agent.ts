import { PACKAGE_NAME, VERSION } from "../product";

/**
 * Answers the `User-Agent` of every request: product and version, then Terraform's version where it runs us:
 * `terraform-provider-mergequeue/1.0.0 Terraform/1.11.4`.
 * @param terraformVersion - as Terraform or OpenTofu reports it; anything that is no version is left out
 */
export function formatUserAgent(terraformVersion?: string): string {
  const product = `${PACKAGE_NAME}/${VERSION}`;
  const isVersion = terraformVersion !== undefined && /^[0-9A-Za-z.+-]{1,64}$/.test(terraformVersion);
  return isVersion ? `${product} Terraform/${terraformVersion}` : product;
}

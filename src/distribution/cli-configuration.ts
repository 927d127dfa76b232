import { providerAddresses } from "./install-mirror";

/**
 * Writes the CLI configuration (`.terraformrc`, `.tofurc`) with which Terraform and OpenTofu take this
 * provider from a filesystem mirror and every other one from its registry (rule D-07).
 * @param directory - the mirror, absolute
 * @returns HCL that ends with a line break
 */
export function formatCliConfiguration(directory: string): string {
  const addresses = `[${providerAddresses().map(quote).join(", ")}]`;
  return `provider_installation {
  filesystem_mirror {
    path    = ${quote(directory)}
    include = ${addresses}
  }
  direct {
    exclude = ${addresses}
  }
}
`;
}

function quote(text: string): string {
  // JSON's escapes are a part of HCL's; what opens a template is doubled to be taken literally.
  return JSON.stringify(text).replace(/[$%](?=\{)/g, "$&$&");
}

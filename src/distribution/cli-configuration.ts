import { providerAddresses } from "./install-mirror";

/**
 * Returns a CLI configuration (`.terraformrc`, `.tofurc`) that makes Terraform and OpenTofu install this provider
 * from a filesystem mirror, and all others from their registries (rule D-07).
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
  // HCL supports JSON's escapes. The start of a template is doubled so that it is a literal.
  return JSON.stringify(text).replace(/[$%](?=\{)/g, "$&$&");
}

import { engines, name, version } from "../package.json";

/** The npm package's name, which is also the name of the Terraform provider's repository. */
export const PACKAGE_NAME = name;

/** The product's version in `package.json`. Package, command and provider have the same version. */
export const VERSION = version;

/** The output of `mergequeue --version`. */
export const VERSION_LINE = `mergequeue ${VERSION} (${PACKAGE_NAME})`;

/** The provider's source address without a host, as written in `required_providers`. */
export const PROVIDER_SOURCE = "mergequeue/mergequeue";

/** The provider's type: the prefix of its resources and of its executable's name. */
export const PROVIDER_TYPE = "mergequeue";

/** File beside a synthesized manifest. The file names the sources of the synthesis. */
export const SOURCES_FILE = "mergequeue-sources.json";

/** Registry hosts under which {@link PROVIDER_SOURCE} resolves: Terraform's, then OpenTofu's. */
export const REGISTRY_HOSTS = ["registry.terraform.io", "registry.opentofu.org"] as const;

/** Oldest version of Node.js that runs the product, `major.minor.patch`, as in `package.json`. */
export const MINIMUM_NODE_VERSION = engines.node.replace(">=", "");

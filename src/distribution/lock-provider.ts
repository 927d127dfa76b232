import { hash } from "node:crypto";
import { existsSync, readFileSync, renameSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { PROVIDER_SOURCE, REGISTRY_HOSTS } from "../product";
import type { PackageFile, ProviderPackage } from "./provider-package";
import { createRefusal } from "./write-packages";

const LOCK_NAME = ".terraform.lock.hcl";

const [TERRAFORM_HOST] = REGISTRY_HOSTS;

/**
 * Updates the provider's entries in a stack's lock file, so that the CDK's command does not ask the registry.
 * If there is no entry, adds one, but only for Terraform's registry: `tofu init` replaces it. If an entry has
 * this version already, keeps it even if its hash differs, so that Terraform refuses the package.
 * @param stackDirectory - absolute path. @throws DistributionError `not_writable`
 */
export function lockProvider(stackDirectory: string, provider: ProviderPackage): void {
  const file = join(stackDirectory, LOCK_NAME);
  try {
    const before = existsSync(file) ? readFileSync(file, "utf8") : "";
    const locked = REGISTRY_HOSTS.filter((host) => createPattern(host).test(before));
    const after =
      locked.length === 0
        ? appendEntry(before, provider)
        : locked.reduce((text, host) => updateEntry(text, host, provider), before);
    if (after !== before) {
      // Rename it into place, because Terraform refuses an incomplete lock file.
      const staging = `${file}.${process.pid}`;
      writeFileSync(staging, after);
      renameSync(staging, file);
    }
  } catch (error) {
    const problem = `The lock file ${file} cannot be brought up to date`;
    throw createRefusal(problem, "it can be read and written", error);
  }
}

/** Returns Terraform's hash (`h1:`) of the names and contents of an unpacked package's files. */
export function hashPackage(files: readonly Pick<PackageFile, "name" | "content">[]): string {
  const lines = files
    .map(({ name, content }) => `${hash("sha256", content)}  ${name}\n`)
    .sort((a, b) => (a.slice(66) < b.slice(66) ? -1 : 1));
  return `h1:${hash("sha256", lines.join(""), "base64")}`;
}

function createPattern(host: string): RegExp {
  const address = `${host}/${PROVIDER_SOURCE}`.replaceAll(".", "\\.");
  return new RegExp(`^provider "${address}" \\{[^}]*^\\}\\n?`, "m");
}

function updateEntry(text: string, host: string, provider: ProviderPackage): string {
  return text.replace(createPattern(host), (entry) => {
    const [, version] = /^[ \t]*version[ \t]*=[ \t]*"(.*)"$/m.exec(entry) ?? [];
    return version === provider.version ? entry : formatEntry(host, provider);
  });
}

function appendEntry(before: string, provider: ProviderPackage): string {
  const head = before === "" ? '# This file is maintained automatically by "terraform init".\n' : before;
  return `${head.endsWith("\n") ? head : `${head}\n`}\n${formatEntry(TERRAFORM_HOST, provider)}`;
}

/** Writes an entry exactly as Terraform does, so that Terraform does not change it. */
function formatEntry(host: string, provider: ProviderPackage): string {
  return `provider "${host}/${PROVIDER_SOURCE}" {
  version     = "${provider.version}"
  constraints = "${provider.version}"
  hashes = [
    "${hashPackage(provider.files)}",
  ]
}
`;
}

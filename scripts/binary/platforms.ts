/** A system for which the provider is compiled. */
export interface BinaryPlatform {
  /** Its name as Terraform spells it, `OS_ARCH`. */
  readonly name: string;
  /** The npm package that contains its runtime. */
  readonly runtimePackage: string;
  /** Path of the runtime's executable in that package. */
  readonly executable: string;
  /** The system as Node.js names it: `process.platform` and `process.arch`. */
  readonly node: { readonly platform: NodeJS.Platform; readonly arch: NodeJS.Architecture };
  /** On Linux, the absolute path of glibc's loader, which the runtime needs to start. */
  readonly loader?: string;
}

/** The systems that both Bun and Terraform support. */
export const BINARY_PLATFORMS: readonly BinaryPlatform[] = [
  { ...describe("linux_amd64", "linux-x64", "linux", "x64"), loader: "/lib64/ld-linux-x86-64.so.2" },
  { ...describe("linux_arm64", "linux-aarch64", "linux", "arm64"), loader: "/lib/ld-linux-aarch64.so.1" },
  describe("darwin_amd64", "darwin-x64", "darwin", "x64"),
  describe("darwin_arm64", "darwin-aarch64", "darwin", "arm64"),
  describe("windows_amd64", "windows-x64", "win32", "x64"),
  describe("windows_arm64", "windows-aarch64", "win32", "arm64"),
];

/** Finds a platform by its name, such as `linux_amd64`. @throws Error that lists the known ones */
export function findPlatform(name: string): BinaryPlatform {
  const found = BINARY_PLATFORMS.find((platform) => platform.name === name);
  if (found !== undefined) return found;
  const known = BINARY_PLATFORMS.map((platform) => platform.name).join(", ");
  throw new Error(`There is no binary for ${name}. There are binaries for: ${known}.`);
}

/** Finds the platform of this machine. @throws Error if the provider is not compiled for it */
export function findOwnPlatform(): BinaryPlatform {
  const found = BINARY_PLATFORMS.find(
    ({ node }) => node.platform === process.platform && node.arch === process.arch,
  );
  if (found === undefined) {
    throw new Error(`There is no binary for this machine (${process.platform} ${process.arch}).`);
  }
  return found;
}

function describe(
  name: string,
  runtime: string,
  platform: NodeJS.Platform,
  arch: NodeJS.Architecture,
): BinaryPlatform {
  return {
    name,
    runtimePackage: `@oven/bun-${runtime}`,
    executable: platform === "win32" ? "bin/bun.exe" : "bin/bun",
    node: { platform, arch },
  };
}

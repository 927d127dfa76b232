import { join } from "node:path";
import { buildGoProvider, buildSources, copyModule, type GoProvider } from "./go-module";

const MODULE = "github.com/hashicorp/terraform-provider-local";

/** A commit after release 2.9.0 with the ephemeral resource `local_command`: its tags are no Go versions. */
const VERSION = "v1.4.1-0.20260806152022-9068a4b7aa37";

/** Returns the directory with the executable of the provider `hashicorp/local`. */
export function findLocalProvider(): GoProvider {
  return buildGoProvider(
    "local",
    (directory, sources) =>
      copyModule(MODULE, VERSION, sources) ??
      buildSources(sources, join(directory, "terraform-provider-local")),
  );
}

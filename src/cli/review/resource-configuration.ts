import { getField, listElements, tryToText } from "./terraform-json";

/** The configuration of one resource, as a plan contains it. */
export interface ResourceConfiguration {
  /** Terraform names of the arguments that are set. */
  readonly names: ReadonlySet<string>;
  /** Origin of the service; undefined if it is not a literal. */
  readonly origin: string | undefined;
}

/** One step into a module, with the key of its instance. */
const MODULE_STEP = /module\.([^.[]+)(?:\[(?:"(?:[^"\\]|\\.)*"|\d+)\])?(?:\.|$)/gu;

/**
 * Finds the configuration of a resource.
 * @param plan - the whole document
 * @param resource - one of its `resource_changes`
 * @returns undefined if the plan does not contain it
 */
export function tryFindConfiguration(plan: unknown, resource: unknown): ResourceConfiguration | undefined {
  let module = getField(plan, "configuration", "root_module");
  for (const [, name = ""] of (tryToText(getField(resource, "module_address")) ?? "").matchAll(MODULE_STEP)) {
    module = getField(module, "module_calls", name, "module");
  }
  const type = getField(resource, "type");
  const name = getField(resource, "name");
  const found = listElements(getField(module, "resources")).find(
    (each) =>
      getField(each, "mode") === "managed" &&
      getField(each, "type") === type &&
      getField(each, "name") === name,
  );
  if (found === undefined) return undefined;
  return {
    names: new Set(Object.keys(getField(found, "expressions") ?? {})),
    origin: tryFindOrigin(plan, tryToText(getField(found, "provider_config_key"))),
  };
}

function tryFindOrigin(plan: unknown, key: string | undefined): string | undefined {
  if (key === undefined) return undefined;
  const provider = getField(plan, "configuration", "provider_config", key);
  const address = tryToText(getField(provider, "expressions", "base_url", "constant_value"));
  return address !== undefined && URL.canParse(address) ? new URL(address).origin : undefined;
}

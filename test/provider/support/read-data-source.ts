import type { Diagnostic } from "../../../src/plugin/diagnostic";
import { decodeValue, encodeValue } from "../../../src/plugin/msgpack-codec";
import type { DataSourceDefinition } from "../../../src/plugin/provider-definition";
import { toObjectType } from "../../../src/plugin/to-object-type";
import { isWhollyKnown } from "../../../src/plugin/value";
import { formatPath } from "../../../src/plugin/value-error";
import type { ProviderData } from "../../../src/provider/provider-data";
import { conformsTo } from "../../plugin/support/conforms-to";
import type { Step } from "../../reconcile/support/steps";
import { CONTEXT, playProvider } from "./play-provider";
import { IDENTITY, objectOf, type Plain, toPlainObject } from "./queue-values";

type Attributes = { readonly [name: string]: Plain };

export interface Shown {
  /** Null after an error. */
  readonly state: { readonly [attribute: string]: unknown } | null;
  readonly diagnostics: readonly Diagnostic[];
}

/**
 * Reads a data source against the calls that are expected, and insists that what it shows is wholly known,
 * has the schema's shape, and passes the wire unchanged.
 * @param attributes - configuration beside the identity of the tests' queue
 */
export async function readDataSource(
  definition: DataSourceDefinition<ProviderData>,
  steps: readonly Step[],
  attributes: Attributes = {},
  identity: Attributes = IDENTITY,
): Promise<Shown> {
  const config = objectOf(definition.schema, { ...identity, ...attributes });
  const { state, diagnostics } = await playProvider(steps, async ({ data, context }) =>
    definition.read({ config, data }, context),
  );
  if (state === null) return { state, diagnostics };
  const type = toObjectType(definition.schema.attributes);
  expect(conformsTo(state, definition.schema)).toEqual([]);
  expect(isWhollyKnown(state)).toBe(true);
  expect(decodeValue(encodeValue(state, type), type)).toEqual(state);
  return { state: toPlainObject(state), diagnostics };
}

/** Validates a configuration and returns each error as `path: detail`. */
export async function validateDataSource(
  definition: DataSourceDefinition<ProviderData>,
  attributes: Attributes = {},
  identity: Attributes = IDENTITY,
): Promise<readonly string[]> {
  const config = objectOf(definition.schema, { ...identity, ...attributes });
  const { diagnostics } = await definition.validateConfig({ config }, CONTEXT);
  return diagnostics.map(({ path = [], detail }) => `${formatPath(path)}: ${detail}`);
}

/** Attributes of the pull request that `pullRequest` of the steps returns. */
export function shownPullRequest(number: number): { readonly [attribute: string]: Plain } {
  return {
    number,
    title: `Change ${number}`,
    author: "ada",
    state: "testing",
    state_changed_at: "2026-01-01T00:00:00Z",
    sha: "0f".repeat(20),
    base_branch: "main",
    priority_value: 100,
    priority_name: "medium",
    used_default_priority_name: null,
    skip_the_line: false,
    id: `id-${number}`,
  };
}

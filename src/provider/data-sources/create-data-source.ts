import { type Diagnostic, isError } from "../../plugin/diagnostic";
import type {
  BlockRequest,
  CallContext,
  DataResponse,
  DataSourceDefinition,
} from "../../plugin/provider-definition";
import type { Schema } from "../../plugin/schema/schema";
import { toObjectType } from "../../plugin/schema/to-object-type";
import { makeObject, type ObjectValue, type Value } from "../../plugin/values/value";
import { type ReconcileContext, withTimeout } from "../../reconcile/reconcile-context";
import { describeLookupError, type LookupTarget } from "../describe-error";
import { findApi, type ProviderData } from "../provider-data";

/** How long reading one thing may take, in milliseconds, waiting and repeating included. */
const READ_TIMEOUT_MS = 60_000;

/** How long reading any number of pages may take, in milliseconds. */
export const PAGES_TIMEOUT_MS = 5 * 60_000;

/** What differs between data sources. */
export interface DataSourceParts {
  readonly schema: Schema;
  /** Milliseconds that a read may take. Default: one minute. */
  readonly timeoutMs?: number;
  /** Everything that is wrong with a configuration. Unknown values are no errors (rule C-20). */
  readonly validate: (config: ObjectValue) => Diagnostic[];
  /** Returns what a valid configuration looks for. */
  readonly describeTarget: (config: ObjectValue) => LookupTarget;
  /**
   * Reads the attributes that the configuration leaves to the provider; those not answered are null.
   * @throws MergeQueueError as the calls do
   */
  readonly read: (
    config: ObjectValue,
    context: ReconcileContext,
  ) => Promise<{ readonly [attribute: string]: Value }>;
}

/** Makes a data source: checks before any call, one deadline, errors as diagnostics, every attribute answered. */
export function createDataSource(parts: DataSourceParts): DataSourceDefinition<ProviderData> {
  return {
    schema: parts.schema,
    validateConfig: async ({ config }) => ({ diagnostics: parts.validate(config) }),
    read: async (request, context) => readData(parts, request, context),
  };
}

async function readData(
  parts: DataSourceParts,
  { config, data }: BlockRequest<ProviderData>,
  { stopSignal }: CallContext,
): Promise<DataResponse> {
  // What was unknown when Terraform validated is known now.
  const findings = parts.validate(config);
  if (findings.some(isError)) return { state: null, diagnostics: findings };
  try {
    const timeoutMs = parts.timeoutMs ?? READ_TIMEOUT_MS;
    const found = await parts.read(config, withTimeout({ ...findApi(data), stopSignal }, timeoutMs));
    const given = Object.fromEntries([...config].filter(([, value]) => value !== null));
    const state = makeObject(toObjectType(parts.schema.attributes), { ...found, ...given });
    return { state, diagnostics: findings };
  } catch (error) {
    return {
      state: null,
      diagnostics: [describeLookupError(error, parts.describeTarget(config), "data source")],
    };
  }
}

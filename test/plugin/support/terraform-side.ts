import type { Client } from "@grpc/grpc-js";
import {
  type Diagnostic,
  Diagnostic_Severity,
  type GetProviderSchema_Response,
} from "../../../src/plugin/protocol/tfplugin6.generated";
import type { Schema } from "../../../src/plugin/schema";
import { toObjectType } from "../../../src/plugin/to-object-type";
import { makeObject, type ObjectValue } from "../../../src/plugin/value";
import { call, connect } from "./connect";
import { decode, encode, encodeGiven, type Given } from "./encode-object";
import {
  type FunctionTypes,
  fromProtocolFunction,
  fromProtocolSchema,
  fromProtocolSchemas,
} from "./from-protocol-schema";
import { type PluginOptions, type PluginProcess, parseHandshake, startProcess } from "./plugin-process";
import { GRPCControllerService, ProviderService } from "./services";

export interface StateResponse {
  readonly state: ObjectValue | null;
  readonly private: Buffer;
  readonly diagnostics: readonly Diagnostic[];
}

interface ApplyResponse extends StateResponse {
  readonly legacyTypeSystem: boolean;
}

export interface PlanResponse {
  readonly planned: ObjectValue | null;
  readonly plannedPrivate: Buffer;
  /** Paths as Terraform's dots, for example `place.shelf`. */
  readonly requiresReplace: readonly string[];
  readonly diagnostics: readonly Diagnostic[];
  readonly legacyTypeSystem: boolean;
}

const NO_BYTES: Buffer = Buffer.alloc(0);

/**
 * Simulates Terraform's side of the plugin protocol with any provider, with values instead of bytes. It reads
 * the schemas from the provider itself. Calls of data sources, functions, actions and lists are functions in
 * the files beside this one.
 */
export class TerraformSide {
  readonly process: PluginProcess;
  readonly client: Client;
  readonly providerSchema: Schema;
  readonly resourceSchemas: ReadonlyMap<string, Schema>;
  readonly dataSourceSchemas: ReadonlyMap<string, Schema>;
  readonly actionSchemas: ReadonlyMap<string, Schema>;
  readonly listSchemas: ReadonlyMap<string, Schema>;
  readonly functions: ReadonlyMap<string, FunctionTypes>;
  readonly #schemaResponse: GetProviderSchema_Response;

  private constructor(process: PluginProcess, client: Client, response: GetProviderSchema_Response) {
    this.#schemaResponse = response;
    this.process = process;
    this.client = client;
    this.providerSchema = fromProtocolSchema(response.provider);
    this.resourceSchemas = fromProtocolSchemas(response.resourceSchemas);
    this.dataSourceSchemas = fromProtocolSchemas(response.dataSourceSchemas);
    this.actionSchemas = new Map(
      [...response.actionSchemas].map(([name, { schema }]) => [name, fromProtocolSchema(schema)]),
    );
    this.listSchemas = fromProtocolSchemas(response.listResourceSchemas);
    this.functions = new Map([...response.functions].map(([name, it]) => [name, fromProtocolFunction(it)]));
  }

  /** Starts a provider, connects, and reads its schemas. */
  static async start(options: PluginOptions): Promise<TerraformSide> {
    const process = startProcess(options);
    const handshake = parseHandshake(await process.firstLine);
    return TerraformSide.attach(process, connect(handshake, process.client));
  }

  /** Starts one more process of the same provider, and reuses this process's schemas (rule C-04). */
  async startSibling(options: PluginOptions): Promise<TerraformSide> {
    const process = startProcess(options);
    const handshake = parseHandshake(await process.firstLine);
    return new TerraformSide(process, connect(handshake, process.client), this.#schemaResponse);
  }

  /** Reads a provider's schemas over a connection. */
  static async attach(process: PluginProcess, client: Client): Promise<TerraformSide> {
    const response = await call(client, ProviderService.getProviderSchema, {});
    return new TerraformSide(process, client, response);
  }

  /** Makes an object of a resource type, null where nothing is given. */
  make(typeName: string, given: Given): ObjectValue {
    return makeObject(toObjectType(this.findSchema(typeName).attributes), given);
  }

  async validateProvider(given: Given): Promise<readonly Diagnostic[]> {
    const request = { config: encodeGiven(given, this.providerSchema) };
    return (await call(this.client, ProviderService.validateProviderConfig, request)).diagnostics;
  }

  async configure(given: Given, terraformVersion = "1.11.4"): Promise<readonly Diagnostic[]> {
    const request = { config: encodeGiven(given, this.providerSchema), terraformVersion };
    return (await call(this.client, ProviderService.configureProvider, request)).diagnostics;
  }

  async validate(typeName: string, given: Given): Promise<readonly Diagnostic[]> {
    const request = { typeName, config: encodeGiven(given, this.findSchema(typeName)) };
    return (await call(this.client, ProviderService.validateResourceConfig, request)).diagnostics;
  }

  /** Plans as Terraform does: the proposal is the configuration, with prior values where it has none. */
  async plan(
    typeName: string,
    { prior = null, config, priorPrivate = NO_BYTES }: PlanInput,
  ): Promise<PlanResponse> {
    const schema = this.findSchema(typeName);
    const proposed = config === null ? null : propose(schema, prior, config);
    const response = await call(this.client, ProviderService.planResourceChange, {
      typeName,
      priorState: encode(prior, schema),
      proposedNewState: encode(proposed, schema),
      config: encode(config, schema),
      priorPrivate,
    });
    return {
      planned: decode(response.plannedState, schema),
      plannedPrivate: response.plannedPrivate,
      requiresReplace: response.requiresReplace.map(formatSteps),
      diagnostics: response.diagnostics,
      legacyTypeSystem: response.legacyTypeSystem,
    };
  }

  async apply(
    typeName: string,
    { prior = null, planned, config, plannedPrivate = NO_BYTES }: ApplyInput,
  ): Promise<ApplyResponse> {
    const schema = this.findSchema(typeName);
    const response = await call(this.client, ProviderService.applyResourceChange, {
      typeName,
      priorState: encode(prior, schema),
      plannedState: encode(planned, schema),
      config: encode(config, schema),
      plannedPrivate,
      plannedIdentity: undefined,
    });
    return {
      state: decode(response.newState, schema),
      private: response.private,
      diagnostics: response.diagnostics,
      legacyTypeSystem: response.legacyTypeSystem,
    };
  }

  async read(
    typeName: string,
    state: ObjectValue,
    currentPrivate: Buffer = NO_BYTES,
  ): Promise<StateResponse> {
    const schema = this.findSchema(typeName);
    const response = await call(this.client, ProviderService.readResource, {
      typeName,
      currentState: encode(state, schema),
      private: currentPrivate,
      currentIdentity: undefined,
    });
    return {
      state: decode(response.newState, schema),
      private: response.private,
      diagnostics: response.diagnostics,
    };
  }

  async import(typeName: string, id: string): Promise<readonly StateResponse[]> {
    const response = await call(this.client, ProviderService.importResourceState, {
      typeName,
      id,
      identity: undefined,
    });
    const { diagnostics } = response;
    if (response.importedResources.length === 0) return [{ state: null, private: NO_BYTES, diagnostics }];
    return response.importedResources.map((imported) => ({
      state: decode(imported.state, this.findSchema(imported.typeName)),
      private: imported.private,
      diagnostics,
    }));
  }

  /** Upgrades a state. @param json - the stored state, as text */
  async upgrade(typeName: string, version: number, json: string): Promise<StateResponse> {
    const response = await call(this.client, ProviderService.upgradeResourceState, {
      typeName,
      version: BigInt(version),
      rawState: { json: Buffer.from(json) },
    });
    const state = decode(response.upgradedState, this.findSchema(typeName));
    return { state, private: NO_BYTES, diagnostics: response.diagnostics };
  }

  /** Moves a state to a resource type, as a `moved` block asks for. */
  async move(typeName: string, source: MoveInput): Promise<StateResponse> {
    const response = await call(this.client, ProviderService.moveResourceState, {
      sourceProviderAddress: source.providerAddress,
      sourceTypeName: source.typeName,
      sourceSchemaVersion: BigInt(source.version ?? 0),
      sourceState: { json: Buffer.from(source.json) },
      targetTypeName: typeName,
      sourcePrivate: source.private ?? NO_BYTES,
    });
    const state = decode(response.targetState, this.findSchema(typeName));
    return { state, private: response.targetPrivate, diagnostics: response.diagnostics };
  }

  async stop(): Promise<void> {
    const response = await call(this.client, ProviderService.stopProvider, {});
    if (response.Error !== "") throw new Error(response.Error);
  }

  /** Ends the provider as Terraform does: Shutdown, then SIGKILL after two seconds. */
  async close(): Promise<void> {
    await call(this.client, GRPCControllerService.shutdown, {}).catch(() => undefined);
    this.client.close();
    const timer = setTimeout(() => this.process.child.kill("SIGKILL"), 2000);
    await this.process.exited;
    clearTimeout(timer);
  }

  findSchema(typeName: string): Schema {
    return find(this.resourceSchemas, typeName, "type");
  }

  findDataSchema(typeName: string): Schema {
    return find(this.dataSourceSchemas, typeName, "data source");
  }
}
/** @throws Error if the provider does not have it */
export function find<Found>(all: ReadonlyMap<string, Found>, name: string, kind: string): Found {
  const found = all.get(name);
  if (found === undefined) throw new Error(`The provider has no ${kind} ${name}.`);
  return found;
}
interface PlanInput {
  readonly prior?: ObjectValue | null;
  readonly config: ObjectValue | null;
  readonly priorPrivate?: Buffer;
}

/** The resource that a move starts from. */
export interface MoveInput {
  readonly providerAddress: string;
  readonly typeName: string;
  /** Schema version that wrote the state. Default: 0. */
  readonly version?: number;
  /** The stored state, as text. */
  readonly json: string;
  /** Default: none. */
  readonly private?: Buffer;
}

interface ApplyInput {
  readonly prior?: ObjectValue | null;
  readonly planned: ObjectValue | null;
  readonly config: ObjectValue | null;
  readonly plannedPrivate?: Buffer;
}

export function listErrors(diagnostics: readonly Diagnostic[]): readonly string[] {
  return diagnostics
    .filter(({ severity }) => severity === Diagnostic_Severity.ERROR)
    .map(({ summary, detail }) => `${summary}: ${detail}`);
}

export function formatAttribute(diagnostic: Diagnostic | undefined): string {
  return diagnostic?.attribute === undefined ? "" : formatSteps(diagnostic.attribute);
}

function formatSteps({ steps }: NonNullable<Diagnostic["attribute"]>): string {
  return steps.map(({ selector }) => String(selector?.value)).join(".");
}

function propose(schema: Schema, prior: ObjectValue | null, config: ObjectValue): ObjectValue {
  const entries = Object.entries(schema.attributes).map(([name, attribute]) => {
    const configured = config.get(name) ?? null;
    const isKept = configured === null && attribute.computed === true;
    return [name, isKept ? (prior?.get(name) ?? null) : configured] as const;
  });
  return new Map(entries);
}

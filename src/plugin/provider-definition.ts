import type { AttributePath, Diagnostic } from "./diagnostic";
import type { LogSink } from "./logging/logger";
import type { AttributeType, Schema } from "./schema/schema";
import type { ObjectValue, Value } from "./values/value";

/** What every call into a provider gets beside its own data. */
export interface CallContext {
  /** Aborts when Terraform asks the provider to stop (first Ctrl-C): end waiting, start nothing new. */
  readonly stopSignal: AbortSignal;
  /**
   * Aborts, after {@link stopSignal}, when nobody waits for the answer any more, because Terraform is gone or ends
   * without it: begin no further write, not even one that would complete or undo another (rule F-12).
   */
  readonly endSignal: AbortSignal;
  /** Log lines for `TF_LOG`. */
  readonly log: LogSink;
}

/** Opaque bytes that a resource keeps beside its state, unseen by users. Empty when there are none. */
export type PrivateState = Uint8Array;

/** Answer of a call that may only complain. */
export interface DiagnosticsResponse {
  readonly diagnostics: readonly Diagnostic[];
}

/** A configuration to be checked: unknown wherever Terraform does not know a value yet (rule C-20). */
export interface ValidateRequest {
  readonly config: ObjectValue;
}

/** The provider's own configuration. May hold unknown values at plan time (rule C-70). */
export interface ConfigureRequest {
  readonly config: ObjectValue;
  /** Version of Terraform or OpenTofu that calls. */
  readonly terraformVersion: string;
}

/** Answer of configure: `data` is handed to every later call of resources, data sources and functions. */
export interface ConfigureResponse<Data> extends DiagnosticsResponse {
  readonly data: Data | undefined;
}

/** Terraform asks what an apply would do. Both `prior` and `proposed` hold every attribute of the schema. */
export interface PlanRequest<Data> {
  readonly config: ObjectValue;
  /** State before; null for a create. */
  readonly prior: ObjectValue | null;
  /** Terraform's merge of prior and configuration; null for a destroy. */
  readonly proposed: ObjectValue | null;
  readonly priorPrivate: PrivateState;
  /** What configure answered; undefined if the provider is not configured. */
  readonly data: Data | undefined;
}

/** What an apply will do. */
export interface PlanResponse extends DiagnosticsResponse {
  /** State afterwards with unknown values where only the apply knows; null for a destroy (rule C-41). */
  readonly planned: ObjectValue | null;
  /** Attributes whose change needs a new object. */
  readonly requiresReplace?: readonly AttributePath[];
  readonly plannedPrivate?: PrivateState;
}

/** Terraform asks to create what it planned. */
export interface CreateRequest<Data> {
  readonly config: ObjectValue;
  readonly planned: ObjectValue;
  readonly plannedPrivate: PrivateState;
  readonly data: Data | undefined;
}

/** Terraform asks to update what it planned. */
export interface UpdateRequest<Data> extends CreateRequest<Data> {
  readonly prior: ObjectValue;
}

/** Terraform asks to destroy. */
export interface DeleteRequest<Data> {
  readonly prior: ObjectValue;
  readonly plannedPrivate: PrivateState;
  readonly data: Data | undefined;
}

/** State after an apply or read. */
export interface StateResponse extends DiagnosticsResponse {
  /** Wholly known; null for "does not exist". After an error: the best known state (rules C-52 to C-56). */
  readonly state: ObjectValue | null;
  readonly private?: PrivateState;
}

/** Terraform asks for the present state. It sends no configuration (rule C-61). */
export interface ReadRequest<Data> {
  readonly state: ObjectValue;
  readonly private: PrivateState;
  readonly data: Data | undefined;
}

/** Terraform asks to adopt an existing object by the id that the user typed. */
export interface ImportRequest<Data> {
  readonly id: string;
  readonly data: Data | undefined;
}

/** A state to be brought to the current schema version. */
export interface UpgradeRequest {
  /** Version that wrote the state. */
  readonly version: number;
  /**
   * The state as `parseJson` answers it: objects without prototype, numbers as `TfNumber`. `decodeState` brings
   * it into the shape of a schema.
   */
  readonly rawState: unknown;
}

/** Terraform asks to take over the state of a resource of another type, or of another provider (`moved` block). */
export interface MoveRequest {
  /**
   * Where the state comes from: under Terraform the provider's address with the registry's host,
   * `registry.terraform.io/hashicorp/null`; under OpenTofu 1.10 only what the resource type's name begins with,
   * `null`.
   */
  readonly sourceProviderAddress: string;
  /** Full name of the resource type there. */
  readonly sourceTypeName: string;
  /** Version of that type's schema that wrote the state. */
  readonly sourceSchemaVersion: number;
  /** The state in the source's shape, never null: as {@link UpgradeRequest.rawState}. */
  readonly sourceState: unknown;
  /** What the source keeps beside its state, in a form of its own; may be empty although it keeps something. */
  readonly sourcePrivate: PrivateState;
}

/** One resource type. `Data` is what the provider's configure answers. Every method may throw: see `serve`. */
export interface ResourceDefinition<Data> {
  readonly schema: Schema;
  validateConfig?(request: ValidateRequest, context: CallContext): Promise<DiagnosticsResponse>;
  plan(request: PlanRequest<Data>, context: CallContext): Promise<PlanResponse>;
  create(request: CreateRequest<Data>, context: CallContext): Promise<StateResponse>;
  update(request: UpdateRequest<Data>, context: CallContext): Promise<StateResponse>;
  delete(request: DeleteRequest<Data>, context: CallContext): Promise<StateResponse>;
  read(request: ReadRequest<Data>, context: CallContext): Promise<StateResponse>;
  importState?(request: ImportRequest<Data>, context: CallContext): Promise<StateResponse>;
  /** Called only for states of an older version or another shape; the SDK null-fills and prunes equal ones. */
  upgradeState?(request: UpgradeRequest, context: CallContext): Promise<StateResponse>;
  /**
   * Makes a state of this type from that of another one, offline: the provider may not be configured. A source
   * that it does not know is an error (rule C-65). Nothing may depend on the answer's private state: not every
   * version of Terraform takes it; others keep the source's.
   */
  moveState?(request: MoveRequest, context: CallContext): Promise<StateResponse>;
}

/** Terraform asks a data source for its values. The configuration is wholly known: until it is, nobody asks. */
export interface ReadDataRequest<Data> {
  readonly config: ObjectValue;
  /** What configure answered; undefined if the provider is not configured. */
  readonly data: Data | undefined;
}

/** What a data source shows. */
export interface DataResponse extends DiagnosticsResponse {
  /**
   * Every attribute of the schema, wholly known, those that the configuration sets as it sets them; null after an
   * error.
   */
  readonly state: ObjectValue | null;
}

/** One data source. It only reads: Terraform calls it while planning, and stores what it answers. */
export interface DataSourceDefinition<Data> {
  readonly schema: Schema;
  validateConfig?(request: ValidateRequest, context: CallContext): Promise<DiagnosticsResponse>;
  read(request: ReadDataRequest<Data>, context: CallContext): Promise<DataResponse>;
}

/** One parameter of a function. */
export interface FunctionParameter {
  /** In messages and documentation; functions are called by position. */
  readonly name: string;
  readonly type: AttributeType;
  /** Markdown for users. */
  readonly description: string;
}

/** What a function answers: a value of its return type, or why it has none. */
export type FunctionResult =
  | { readonly value: Value }
  | {
      readonly error: {
        /** What, why, what to do next: sentences. Terraform puts the argument's name before them. */
        readonly text: string;
        /** Position of the argument at fault, from 0; absent: none in particular. */
        readonly argument?: number;
      };
    };

/**
 * A function of the provider (`provider::TYPE::NAME`). Pure and offline: Terraform calls it in a provider that is
 * not configured, at any time and any number of times. Null and unknown arguments do not reach it: a null argument
 * is refused, and a call with an unknown one is unknown itself.
 */
export interface FunctionDefinition {
  /** One line of text for users. */
  readonly summary: string;
  /** Markdown for users. */
  readonly description: string;
  readonly parameters: readonly FunctionParameter[];
  readonly returns: AttributeType;
  call(args: readonly Value[]): FunctionResult;
}

/** A whole provider. */
export interface ProviderDefinition<Data> {
  /** Prefix of the resource types, for example `mergequeue`. */
  readonly type: string;
  readonly schema: Schema;
  validateConfig?(request: ValidateRequest, context: CallContext): Promise<DiagnosticsResponse>;
  configure(request: ConfigureRequest, context: CallContext): Promise<ConfigureResponse<Data>>;
  /** Resource types by full name, for example `mergequeue_queue`. */
  readonly resources: { readonly [typeName: string]: ResourceDefinition<Data> };
  /** Data sources by full name, for example `mergequeue_queue`. Default: none. */
  readonly dataSources?: { readonly [typeName: string]: DataSourceDefinition<Data> };
  /** Functions by name, for example `queue_id`. Default: none. */
  readonly functions?: { readonly [name: string]: FunctionDefinition };
  /** Turns an exception that escaped a method into what the user reads (rule C-08). */
  describeError?(error: unknown): Diagnostic;
}

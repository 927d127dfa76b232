import type { AttributePath, Diagnostic } from "./diagnostic";
import type { LogSink } from "./logging/logger";
import type { AttributeType, PlainAttribute, Schema } from "./schema";
import type { ObjectValue, Value } from "./value";

/** The context that every call gets in addition to its request. */
export interface CallContext {
  /** Aborts when Terraform asks to stop (first Ctrl-C). A call then ends its waits and starts nothing new. */
  readonly stopSignal: AbortSignal;
  /** Aborts later, when Terraform no longer waits. A call then sends no write, even to complete a change. */
  readonly endSignal: AbortSignal;
  readonly log: LogSink;
}

/** Opaque bytes stored with a resource's state, invisible to users. May be empty. */
export type PrivateState = Uint8Array;

export interface DiagnosticsResponse {
  readonly diagnostics: readonly Diagnostic[];
}

/** A configuration to validate, with unknown values where Terraform does not know them yet. */
export interface ValidateRequest {
  readonly config: ObjectValue;
}

/** The configuration of a resource, data source or action. */
export interface BlockRequest<Data> extends ValidateRequest {
  /** The result of configure; undefined before configure has run, as in most validations. */
  readonly data: Data | undefined;
}

/** The provider's configuration. The configuration may contain unknown values at plan time. */
export interface ConfigureRequest extends ValidateRequest {
  readonly terraformVersion: string;
}

/** Result of configure. Every later call gets `data`. */
export interface ConfigureResponse<Data> extends DiagnosticsResponse {
  readonly data: Data | undefined;
}

/** Request to plan a change. Both `prior` and `proposed` have every attribute of the schema. */
export interface PlanRequest<Data> extends BlockRequest<Data> {
  /** Current state; null for a create. */
  readonly prior: ObjectValue | null;
  /** Terraform's merge of prior and configuration; null for a destroy. */
  readonly proposed: ObjectValue | null;
  readonly priorPrivate: PrivateState;
}

export interface PlanResponse extends DiagnosticsResponse {
  /** The state after the apply; null for a destroy. Values that only the apply can tell are unknown. */
  readonly planned: ObjectValue | null;
  readonly requiresReplace?: readonly AttributePath[];
  readonly plannedPrivate?: PrivateState;
}

export interface CreateRequest<Data> extends BlockRequest<Data> {
  readonly planned: ObjectValue;
  readonly plannedPrivate: PrivateState;
}

export interface UpdateRequest<Data> extends CreateRequest<Data> {
  readonly prior: ObjectValue;
}

export type DeleteRequest<Data> = Omit<UpdateRequest<Data>, "config" | "planned">;

/** The values of a data source, or a resource's state after an apply or read. */
export interface DataResponse extends DiagnosticsResponse {
  /** Null if the object does not exist. After an error, null or the best known state. No value is unknown. */
  readonly state: ObjectValue | null;
}

/** State after an apply or read. */
export interface StateResponse extends DataResponse {
  readonly private?: PrivateState;
}

/** Request for the current state. Contains no configuration. */
export interface ReadRequest<Data> extends Pick<BlockRequest<Data>, "data"> {
  readonly state: ObjectValue;
  readonly private: PrivateState;
}

/** Request to import an existing object, by the id that the user typed or by the object's identity. */
export type ImportRequest<Data> = { readonly data: Data | undefined } & (
  | { readonly id: string }
  | { readonly identity: ObjectValue }
);

/** Request to take over the state of a resource of another type or provider (`moved` block). */
export interface MoveRequest {
  /** Such as `registry.terraform.io/hashicorp/null`. OpenTofu 1.10 sends only the provider's type, `null`. */
  readonly sourceProviderAddress: string;
  readonly sourceTypeName: string;
  /** The state in the source's shape, parsed by `parseJsonValue`. `decodeState` converts it to a type. */
  readonly sourceState: unknown;
  /** The source's private state, in its own format. It may be empty although the source has private state. */
  readonly sourcePrivate: PrivateState;
}

/**
 * The identity of a resource type's objects, for Terraform 1.12 and newer. A state contains it in addition to
 * the object's attributes. It never changes, is known before a read, and is enough for an import.
 */
export interface IdentityDefinition {
  /** The attributes of the identity. An import needs all of them. */
  readonly attributes: { readonly [name: string]: PlainAttribute };
  /** Returns the identity of the object in a state or plan; null if a part of it is not known yet. Pure. */
  getIdentity(object: ObjectValue): ObjectValue | null;
  /** Tells whether two identities mean the same object. Pure. */
  isSame(a: ObjectValue, b: ObjectValue): boolean;
}

export interface ListRequest<Data> extends BlockRequest<Data> {
  /** The maximum number of objects that Terraform takes. */
  readonly limit: number;
}

/** An object that was found, or diagnostics without an object. */
export type ListEvent = DiagnosticsResponse & {
  readonly found?: {
    /** One line of text for users. */
    readonly displayName: string;
    /** The state that an import followed by a read would return. All its values are known. */
    readonly state: ObjectValue;
  };
};

/** What users configure: the provider, a resource type, a data source, a list or an action. */
export interface ConfiguredDefinition<Request = ValidateRequest> {
  readonly schema: Schema;
  validateConfig(request: Request, context: CallContext): Promise<DiagnosticsResponse>;
}

/** Lists the objects of a resource type for `terraform query`. */
export interface ListDefinition<Data> extends ConfiguredDefinition {
  /** Yields one event for each object. Terraform stops reading after an error, and may stop at any time. */
  list(request: ListRequest<Data>, context: CallContext): AsyncIterable<ListEvent>;
}

/** One resource type. `Data` is the result of configure. Every method may throw. */
export interface ResourceDefinition<Data> extends ConfiguredDefinition<BlockRequest<Data>> {
  readonly identity: IdentityDefinition;
  readonly list: ListDefinition<Data>;
  plan(request: PlanRequest<Data>, context: CallContext): Promise<PlanResponse>;
  create(request: CreateRequest<Data>, context: CallContext): Promise<StateResponse>;
  update(request: UpdateRequest<Data>, context: CallContext): Promise<StateResponse>;
  delete(request: DeleteRequest<Data>, context: CallContext): Promise<StateResponse>;
  read(request: ReadRequest<Data>, context: CallContext): Promise<StateResponse>;
  importState(request: ImportRequest<Data>, context: CallContext): Promise<StateResponse>;
  /** Called with each stored state that Terraform sends, before any other call for the object. */
  noteStoredState(state: ObjectValue, data: Data | undefined): void;
  /** Converts the source's state, possibly before the provider is configured. Refuses an unknown source. */
  moveState(request: MoveRequest, context: CallContext): Promise<StateResponse>;
}

/** One data source. Reads only. Terraform calls it during the plan and stores the result. */
export interface DataSourceDefinition<Data> extends ConfiguredDefinition {
  /** The configuration is fully known. The response must contain its values unchanged. */
  read(request: BlockRequest<Data>, context: CallContext): Promise<DataResponse>;
}

/** An operation without state. Terraform 1.14 and newer invoke actions during an apply. */
export interface ActionDefinition<Data> extends ConfiguredDefinition {
  /** Called in a plan that invokes the action. The configuration may have unknown values. Changes nothing. */
  plan(request: BlockRequest<Data>, context: CallContext): Promise<DiagnosticsResponse>;
  /** Called with a fully known configuration. @param report - shows the user one line of progress */
  invoke(
    request: BlockRequest<Data>,
    context: CallContext,
    report: (message: string) => void,
  ): Promise<DiagnosticsResponse>;
}

export interface FunctionParameter {
  /** The argument's name in messages and documentation. A call gives arguments by position only. */
  readonly name: string;
  readonly type: AttributeType;
  /** Markdown for users. */
  readonly description: string;
}

/** Result of a function: a value of its return type, or an error. */
export type FunctionResult =
  | { readonly value: Value }
  | {
      readonly error: {
        /** Sentences: what, why, and what to do next. Terraform puts the argument's name before them. */
        readonly text: string;
        readonly argument?: number;
      };
    };

/**
 * A function of the provider (`provider::TYPE::NAME`). It must be pure and offline: Terraform may call it
 * before it configures the provider. Null arguments are errors. Unknown arguments make the result unknown.
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

export interface ProviderDefinition<Data> extends ConfiguredDefinition {
  /** Prefix of the resource types, for example `mergequeue`. */
  readonly type: string;
  configure(request: ConfigureRequest, context: CallContext): Promise<ConfigureResponse<Data>>;
  /** Resource types by full name, for example `mergequeue_queue`. */
  readonly resources: { readonly [typeName: string]: ResourceDefinition<Data> };
  readonly dataSources: { readonly [typeName: string]: DataSourceDefinition<Data> };
  readonly actions: { readonly [typeName: string]: ActionDefinition<Data> };
  /** Functions by name, for example `queue_id`. */
  readonly functions: { readonly [name: string]: FunctionDefinition };
  /** Converts an exception of a method into a diagnostic for the user. */
  describeError?(error: unknown): Diagnostic;
}

import { inspect } from "node:util";
import type { Redactor } from "../../text/create-redactor";
import { escapeControl } from "../../text/escape-control";
import { cleanDiagnostics, toOneLine } from "../clean-diagnostics";
import { toProtocolDiagnostics } from "../convert/to-protocol-diagnostics";
import type { Diagnostic } from "../diagnostic";
import type { CallSignals } from "../lifecycle/call-signals";
import type { WorkTracker } from "../lifecycle/work-tracker";
import type { LogSink } from "../logging/logger";
import type { Diagnostic as ProtocolDiagnostic } from "../protocol/tfplugin6.generated";
import type { CallContext, ProviderDefinition } from "../provider-definition";
import { isValueError, type ValueError } from "../values/value-error";

/** A provider, or a function that loads it, because the handshake does not need it (rule G-14). */
export type ProviderSource<Data> = ProviderDefinition<Data> | (() => Promise<ProviderDefinition<Data>>);

/** Options of a session. */
export interface SessionOptions<Data> {
  /** The provider, or a function that loads it with the first call. */
  readonly definition: ProviderSource<Data>;
  readonly log: LogSink;
  readonly redactor: Redactor;
  readonly work: WorkTracker;
  readonly signals: CallSignals;
  /** Whether one process serves many runs of Terraform (`--debug`). */
  readonly isDebug: boolean;
  /** Called once, with call number {@link MANY_CALLS}. Default: nothing is. */
  readonly onManyCalls?: () => unknown;
}

/** The number of calls from which on a process is one of a large run. */
export const MANY_CALLS = 100;

/** The subject of a call in its log lines. */
export interface CallSubject {
  /** Full name of the resource type. */
  readonly typeName?: string;
  /** Full name of the action. */
  readonly action?: string;
  /** Full name of the data source. */
  readonly dataSource?: string;
  /** Name of the function. */
  readonly functionName?: string;
}

/** Shared by all calls into one provider process; contains nothing about single resources (rule C-05). */
export class ProviderSession<Data> {
  readonly log: LogSink;
  readonly redactor: Redactor;
  readonly work: WorkTracker;
  readonly signals: CallSignals;
  readonly isDebug: boolean;

  /**
   * The result of the last configure; undefined before. A debug process is configured many times: a call reads this once,
   * at its start, and keeps it (rule C-72).
   */
  data: Data | undefined;

  readonly #source: ProviderSource<Data>;
  #definition: ProviderDefinition<Data> | undefined;
  #loading: Promise<void> | undefined;
  readonly #onManyCalls: (() => unknown) | undefined;
  #calls = 0;

  constructor(options: SessionOptions<Data>) {
    this.#source = options.definition;
    if (typeof options.definition !== "function") this.#definition = options.definition;
    this.log = options.log;
    this.redactor = options.redactor;
    this.work = options.work;
    this.signals = options.signals;
    this.isDebug = options.isDebug;
    this.#onManyCalls = options.onManyCalls;
  }

  /** Loads the provider if it is not loaded yet. Every call awaits it first. */
  async load(): Promise<void> {
    if (typeof this.#source !== "function") return;
    this.#loading ??= this.#source().then((definition) => {
      this.#definition = definition;
    });
    await this.#loading;
  }

  /** The provider. @throws Error if it is not loaded yet, which is a bug in the SDK */
  get definition(): ProviderDefinition<Data> {
    if (this.#definition === undefined) throw new Error("The provider is used before it is loaded.");
    return this.#definition;
  }

  /** Creates the context of one call; its log lines name the call and its subject. */
  createContext(rpc: string, { typeName, action, dataSource, functionName }: CallSubject = {}): CallContext {
    this.#calls += 1;
    if (this.#calls === MANY_CALLS) this.#onManyCalls?.();
    const subject = {
      tf_rpc: rpc,
      tf_req_id: this.#calls,
      ...(typeName === undefined ? {} : { tf_resource_type: typeName }),
      ...(action === undefined ? {} : { tf_action_type: action }),
      ...(dataSource === undefined ? {} : { tf_data_source_type: dataSource }),
      ...(functionName === undefined ? {} : { tf_function_name: functionName }),
    };
    return {
      stopSignal: this.signals.stopSignal,
      endSignal: this.signals.endSignal,
      log: (level, message, fields) => {
        this.log(level, message, { ...fields, ...subject });
      },
    };
  }

  /** Redacts a text and makes it safe for a terminal. */
  cleanText(text: string): string {
    return escapeControl(this.redactor.redact(text));
  }

  /** As {@link cleanText}, on one line. */
  cleanLine(text: string): string {
    return toOneLine(this.cleanText(text));
  }

  /** Cleans, redacts and converts diagnostics. */
  report(diagnostics: readonly Diagnostic[]): ProtocolDiagnostic[] {
    return toProtocolDiagnostics(cleanDiagnostics(diagnostics, (text) => this.redactor.redact(text)));
  }

  /** Converts anything that was thrown into a diagnostic (rule C-08). Never throws. */
  describeError(error: unknown): Diagnostic {
    if (isValueError(error)) return describeValueError(error);
    try {
      const described = this.#definition?.describeError?.(error);
      if (described !== undefined) return described;
    } catch (fault) {
      this.log("error", "The provider's describeError failed", { error: fault });
    }
    return {
      severity: "error",
      summary: "Unexpected error in the provider",
      detail:
        `${error instanceof Error ? error.message : inspect(error)}\n\n` +
        "This is a bug in the provider; please report it to its developers.",
    };
  }
}

function describeValueError({ message, path }: ValueError): Diagnostic {
  return {
    severity: "error",
    summary: "Value does not fit the provider's schema",
    detail:
      `${message}\n\nTerraform and the provider disagree about the shape of this value. ` +
      "This is a bug in the provider; please report it to its developers.",
    path,
  };
}

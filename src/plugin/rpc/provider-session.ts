import { inspect } from "node:util";
import type { Redactor } from "../../text/create-redactor";
import { escapeControl } from "../../text/escape-control";
import { toOneLine, toProtocolDiagnostics } from "../convert/to-protocol-diagnostics";
import type { Diagnostic } from "../diagnostic";
import { boundHeap } from "../lifecycle/bound-heap";
import type { CallSignals } from "../lifecycle/call-signals";
import type { WorkTracker } from "../lifecycle/work-tracker";
import type { LogSink } from "../logging/logger";
import type { Diagnostic as ProtocolDiagnostic } from "../protocol/tfplugin6.generated";
import type { CallContext, ProviderDefinition } from "../provider-definition";
import { isValueError } from "../value-error";

export type SessionOptions = Pick<ProviderSession, "definition" | "log" | "redactor" | "work" | "signals">;

/** A process that gets at least this number of calls belongs to a large run. */
export const MANY_CALLS = 100;

/** The data shared by all calls into one provider process. */
export class ProviderSession {
  readonly definition: ProviderDefinition<unknown>;
  readonly log: LogSink;
  readonly redactor: Redactor;
  readonly work: WorkTracker;
  readonly signals: CallSignals;

  /** The last result of configure. A call reads it only once, because it may change in a debug process. */
  data: unknown;

  #calls = 0;

  constructor({ definition, log, redactor, work, signals }: SessionOptions) {
    this.definition = definition;
    this.log = log;
    this.redactor = redactor;
    this.work = work;
    this.signals = signals;
  }

  /** Creates the context of one call. The log lines of a call name the call and its subject. */
  createContext(rpc: string, subject: { readonly [field: string]: string } = {}): CallContext {
    this.#calls += 1;
    if (this.#calls === MANY_CALLS) void boundHeap();
    const own = { tf_rpc: rpc, tf_req_id: this.#calls, ...subject };
    return {
      stopSignal: this.signals.stopSignal,
      endSignal: this.signals.endSignal,
      log: (level, message, fields) => {
        this.log(level, message, { ...fields, ...own });
      },
    };
  }

  cleanText(text: string): string {
    return escapeControl(this.redactor.redact(text));
  }

  cleanLine(text: string): string {
    return toOneLine(this.cleanText(text));
  }

  report(diagnostics: readonly Diagnostic[]): ProtocolDiagnostic[] {
    return toProtocolDiagnostics(diagnostics, (text) => this.redactor.redact(text));
  }

  /** Converts anything that was thrown into a diagnostic. Never throws. */
  describeError(error: unknown): Diagnostic {
    if (isValueError(error)) {
      return {
        severity: "error",
        summary: "Value does not fit the provider's schema",
        detail: `${error.message}\n\nTerraform and the provider disagree about the shape of this value. ${IS_BUG}`,
        path: error.path,
      };
    }
    try {
      const described = this.definition.describeError?.(error);
      if (described !== undefined) return described;
    } catch (fault) {
      this.log("error", "The provider's describeError failed", { error: fault });
    }
    return {
      severity: "error",
      summary: "Unexpected error in the provider",
      detail: `${error instanceof Error ? error.message : inspect(error)}\n\n${IS_BUG}`,
    };
  }
}

const IS_BUG = "This is a bug in the provider; please report it to its developers.";

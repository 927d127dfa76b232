import { setImmediate as nextTurn, setTimeout as wait } from "node:timers/promises";
import { decodeRequiredObject, encodeObject } from "../convert/dynamic-value";
import { toProtocolIdentity } from "../convert/to-protocol-schema";
import { type Diagnostic, isError } from "../diagnostic";
import type { InvokeAction_Event } from "../protocol/tfplugin6.generated";
import { findDefinition } from "./find-definition";
import type { Call } from "./handle-call";
import type { ProviderSession } from "./provider-session";

/** Sends one event for each object. An exception becomes the last event. The client may leave at any time. */
export const listResource: Call<"listResource"> = {
  nameSubject: ({ typeName }) => ({ tf_resource_type: typeName }),
  async run({ typeName, config, includeResourceObject, limit }, session, context, send) {
    const resource = findDefinition(session.definition.resources, typeName, "resource type");
    const { list, schema } = resource;
    const request = {
      config: decodeRequiredObject(config, list.schema, "configuration"),
      limit: Number(limit),
      data: session.data,
    };
    for await (const { found, diagnostics } of list.list(request, context)) {
      const isWanted = await send({
        identity: toProtocolIdentity(resource, found?.state ?? null),
        displayName: session.cleanText(found?.displayName ?? ""),
        resourceObject:
          found !== undefined && includeResourceObject ? encodeObject(found.state, schema) : undefined,
        diagnostic: session.report(diagnostics),
      });
      if (!isWanted) break;
    }
    return undefined;
  },
  recover: (diagnostics, _request, session) => ({ diagnostic: session.report(diagnostics) }),
};

/** Sends events of progress, then the completion. After a stop, sends no more progress. */
export const invokeAction: Call<"invokeAction"> = {
  isWrite: true,
  nameSubject: ({ actionType }) => ({ tf_action_type: actionType }),
  async run(request, session, context, send) {
    const action = findDefinition(session.definition.actions, request.actionType, "action");
    const config = decodeRequiredObject(request.config, action.schema, "configuration");
    const progress = new ActionProgress(context.stopSignal, (message) => {
      void send({ type: { $case: "progress", value: { message } } });
    });
    const report = (message: string): void => {
      progress.report(session.cleanLine(message));
    };
    const invocation = action.invoke({ config, data: session.data }, context, report);
    const { diagnostics } = await invocation.catch(async (error: unknown) => {
      await progress.end({ hasFailed: true });
      throw error;
    });
    const hasFailed = diagnostics.some(isError);
    const { unsent, isUnheard } = await progress.end({ hasFailed });
    // Only an error needs a completion: Terraform takes the end of the stream for a success.
    if (isUnheard && !hasFailed) return undefined;
    if (hasFailed || unsent.length === 0) return createCompleted(diagnostics, session);
    const summary = "Completed after the interrupt";
    const late = { severity: "warning", summary, detail: unsent.join("\n") } as const;
    return createCompleted([...diagnostics, late], session);
  },
  recover: (diagnostics, _request, session) => createCompleted(diagnostics, session),
};

function createCompleted(diagnostics: readonly Diagnostic[], session: ProviderSession): InvokeAction_Event {
  return { type: { $case: "completed", value: { diagnostics: session.report(diagnostics) } } };
}

/** After Terraform stops reading events, it calls StopProvider within this time. */
const SETTLE_MS = 50;

/** Sends progress, but not after a stop: Terraform 1.14 and 1.15 crash at the second event after a stop. */
export class ActionProgress {
  readonly #send: (message: string) => void;
  readonly #stopSignal: AbortSignal;
  readonly #unsent: string[] = [];
  #sending = Promise.resolve();
  #sentMs = Number.NEGATIVE_INFINITY;
  #stoppedMs = Number.POSITIVE_INFINITY;
  #isOver = false;

  constructor(stopSignal: AbortSignal, send: (message: string) => void) {
    this.#send = send;
    this.#stopSignal = stopSignal;
    stopSignal.addEventListener("abort", this.#onStop);
  }

  readonly #onStop = (): void => {
    this.#stoppedMs = performance.now();
  };

  report(message: string): void {
    if (!this.#isOver) this.#sending = this.#sending.then(() => this.#trySend(message));
  }

  /**
   * Waits until all messages are sent. @returns `unsent`: the messages that a stop held back. `isUnheard`:
   * whether Terraform may have missed the last message that was sent
   */
  async end({
    hasFailed,
  }: {
    readonly hasFailed: boolean;
  }): Promise<{ readonly unsent: readonly string[]; readonly isUnheard: boolean }> {
    this.#isOver = true;
    await this.#sending;
    const restMs = hasFailed ? 0 : this.#sentMs + SETTLE_MS - performance.now();
    if (restMs > 0) await wait(restMs, undefined, { signal: this.#stopSignal }).catch(() => undefined);
    this.#stopSignal.removeEventListener("abort", this.#onStop);
    return { unsent: this.#unsent, isUnheard: this.#stoppedMs - this.#sentMs < SETTLE_MS };
  }

  async #trySend(message: string): Promise<void> {
    // A stop that has arrived already is handled first.
    await nextTurn();
    await nextTurn();
    if (this.#stopSignal.aborted) {
      this.#unsent.push(message);
    } else {
      this.#sentMs = performance.now();
      this.#send(message);
    }
  }
}

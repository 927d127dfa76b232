import type { ApiClient } from "../api/api-client";
import { type Clock, SYSTEM_CLOCK } from "../api/clock";
import type { CallContext, ResourceDefinition } from "../plugin/provider-definition";
import { Reconciler } from "../reconcile/reconciler";
import { QueueClaims } from "./queue-claims";
import { SeenQueues } from "./seen-queues";
import type { SharedClaims } from "./shared-claims";

/** The part of the reconciler that the provider uses. */
export type QueueReconciler = Omit<Reconciler, "abilities" | "read" | "waitUntilEmpty">;

/** The result of configuring the provider, for all later calls. */
export interface ProviderData {
  /** Reads and changes queues. Undefined while an argument that the reconciler needs is unknown. */
  readonly reconciler: QueueReconciler | undefined;
  /** The client, for reads that bypass the reconciler. Defined if and only if `reconciler` is defined. */
  readonly api: ApiClient | undefined;
  readonly clock: Clock;
  /** Names of the arguments whose values Terraform did not know when it configured the provider. */
  readonly unknownArguments: readonly string[];
  /** Queues that this process has seen, so that a plan recognizes its own queues. */
  readonly seenQueues: SeenQueues;
  readonly claims: QueueClaims;
  /** Tells whether no process of this Terraform run has called it with this title before. */
  readonly isFirst: (title: string) => boolean;
}

/** The inputs of a plan: the call's context and the configured provider. */
export interface PlanContext extends CallContext {
  readonly data: ProviderData;
}

export type QueueResource = ResourceDefinition<ProviderData>;

/** Makes the data of a configured provider. @param api - undefined while token or address is unknown */
export function createProviderData(
  api?: ApiClient,
  unknownArguments: readonly string[] = [],
  terraformVersion = "",
  shared?: SharedClaims,
): ProviderData {
  const shown = new Set<string>();
  return {
    reconciler: api && new Reconciler(api, SYSTEM_CLOCK),
    api,
    clock: SYSTEM_CLOCK,
    unknownArguments,
    seenQueues: new SeenQueues(),
    claims: new QueueClaims(terraformVersion, shared, api?.host),
    isFirst: (title) => {
      if (shown.has(title)) return false;
      shown.add(title);
      return shared?.isFirst(title) ?? true;
    },
  };
}

/** Returns a call's provider data. The data is empty if the provider is not configured. */
export function getData({ data }: { readonly data: ProviderData | undefined }): ProviderData {
  return data ?? createProviderData();
}

/** Thrown if a call needs the service, but the provider is not configured, or not enough to reach it. */
export class NotConfiguredError extends Error {
  override readonly name = "NotConfiguredError";
}

/** Returns the reconciler. @throws NotConfiguredError if an argument that the service needs is unknown */
export function findReconciler(data: ProviderData | undefined): QueueReconciler {
  if (data?.reconciler !== undefined) return data.reconciler;
  throw createNotConfigured(data);
}

/** Like {@link findReconciler}, but returns the client, and the clock for its deadlines. */
export function findApi(data: ProviderData | undefined): { readonly api: ApiClient; readonly clock: Clock } {
  if (data?.api !== undefined) return { api: data.api, clock: data.clock };
  throw createNotConfigured(data);
}

function createNotConfigured(data: ProviderData | undefined): NotConfiguredError {
  const names = data?.unknownArguments ?? [];
  return new NotConfiguredError(
    names.length === 0
      ? "Terraform has not configured the provider before using it."
      : `The service has to be called, but ${names.join(" and ")} of the provider "mergequeue" will only be ` +
          "known after other resources have been applied. Apply those first (terraform apply -target=…), or " +
          "use a value that is known while planning.",
  );
}

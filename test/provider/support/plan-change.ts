import type { PlanRequest, PlanResponse } from "../../../src/plugin/provider-definition";
import { formatPath } from "../../../src/plugin/value-error";
import type { ProviderData } from "../../../src/provider/provider-data";
import { planResource } from "../../../src/provider/queue-resource/plan-resource";
import { encodePrivate } from "../../../src/provider/queue-resource/values/queue-private";
import type { LiveQueue } from "../../../src/reconcile/read-queue";
import { NO_PRIVATE, type ProviderStage, runProvider, type Seen } from "./play-provider";
import { type Attributes, config, state as stateOf } from "./queue-values";

export type { Attributes };

/** Private state of a resource whose last apply had required statuses configured. */
export const MANAGING = encodePrivate({ managesRequiredStatuses: true });

export interface Change {
  /** The configuration; null to destroy. */
  readonly wanted: Attributes | null;
  /** Values of the state that differ from the service's; null to create. */
  readonly before: Attributes | null;
  readonly remembered?: Uint8Array;
}

/** What a plan reads; `gone`: that there is no such queue. */
export type Read = LiveQueue | Error | "gone" | "nothing";

export function planChange(
  read: Read,
  change: Change,
  prepare?: (stage: ProviderStage) => void,
): Promise<Seen<PlanResponse>> {
  const script = read === "nothing" ? {} : { peek: read === "gone" ? undefined : read };
  return runProvider(script, async (stage) => {
    prepare?.(stage);
    return planResource(toRequest(change, stage.data), stage.context);
  });
}

/** Plans a change, and then a create with its private state, as the second half of a forced replacement. */
export async function planHalves(
  change: Change,
  wanted: Attributes,
  { data, context }: Pick<ProviderStage, "data" | "context">,
): Promise<{ readonly first: PlanResponse; readonly second: PlanResponse }> {
  const first = await planResource(toRequest(change, data), context);
  const remembered = first.plannedPrivate ?? NO_PRIVATE;
  const second = await planResource(toRequest({ wanted, before: null, remembered }, data), context);
  return { first, second };
}

export function toRequest(
  { wanted, before, remembered = NO_PRIVATE }: Change,
  data: ProviderData | undefined,
): PlanRequest<ProviderData> {
  const given = config(wanted ?? {});
  const proposed = wanted === null ? null : given;
  const prior = before === null ? null : stateOf(before);
  return { config: given, prior, proposed, priorPrivate: remembered, data };
}

/** Lists diagnostics, a line each: severity, summary and path. */
export function listWarnings({ diagnostics }: Pick<PlanResponse, "diagnostics">): string[] {
  return diagnostics.map(({ severity, summary, path }) => {
    return `${severity}: ${summary}${path === undefined ? "" : ` (${formatPath(path)})`}`;
  });
}

/** Expects that all diagnostics are warnings with these summaries, each with its path in brackets. */
export function expectWarnings(
  response: Pick<PlanResponse, "diagnostics">,
  ...titles: readonly string[]
): void {
  expect(listWarnings(response)).toEqual(titles.map((title) => `warning: ${title}`));
}

export const SHRINKS =
  "Merge protection shrinks: required_statuses of github.com/acme/web/main (required_statuses)";
export const NOT_EMPTY = "Queue to be deleted has pull requests in it: github.com/acme/web/main";

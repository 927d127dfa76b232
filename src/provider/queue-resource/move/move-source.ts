import { PROVIDER_TYPE } from "../../../product";
import { toAttributeName } from "../../../queue/attribute-name";
import { SETTINGS } from "../../../queue/settings";
import { QUEUE_SCHEMA } from "../../queue-schema";

/** A resource type whose state a `moved` block can hand over to `mergequeue_queue`. */
export interface MoveSource {
  /** Full name of the resource type. */
  readonly typeName: string;
  /** Matches the address of its provider: registry host, namespace, type; or the type alone, from OpenTofu. */
  readonly address: RegExp;
  /** The source in words, for an error. */
  readonly description: string;
  /** Whether the state is one of this provider's own, private state included. */
  readonly isOwn: boolean;
  /** The attributes that are taken over. */
  readonly attributes: readonly string[];
}

const OWN_TYPE = `${PROVIDER_TYPE}_queue`;

/**
 * The sources, from any registry. The versions 0.1 to 1.0 of `trunk-io/trunk` spell identity and settings as services
 * do; what differs is the case of enums (upper until 0.1.2).
 */
const SOURCES: readonly MoveSource[] = [
  {
    typeName: "trunk_merge_queue",
    address: /^(?:[^/]+\/trunk-io\/)?trunk$/,
    description: "trunk_merge_queue of trunk-io/trunk",
    isOwn: false,
    attributes: ["id", "repo", "target_branch", ...SETTINGS.map(({ name }) => toAttributeName(name))],
  },
  {
    typeName: OWN_TYPE,
    address: new RegExp(`^(?:[^/]+/[^/]+/)?${PROVIDER_TYPE}$`),
    description: `${OWN_TYPE} of this provider under another address`,
    isOwn: true,
    attributes: Object.keys(QUEUE_SCHEMA.attributes),
  },
];

/** Finds the source that a resource type of a provider is; undefined if its state cannot be moved. */
export function tryFindMoveSource(providerAddress: string, typeName: string): MoveSource | undefined {
  return SOURCES.find((source) => source.typeName === typeName && source.address.test(providerAddress));
}

/** Names all sources, for an error. */
export function describeMoveSources(): string {
  return SOURCES.map(({ description }) => description).join(" and ");
}

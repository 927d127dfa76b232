import { checkTargetBranch } from "../../queue/queue-identity";
import { checkRepository } from "../values/repository-attribute";
import { required } from "./check-data-props";

/** Checks of the props that say which queue is meant. */
export const QUEUE_REFERENCE_CHECKS = {
  repo: checkRepository,
  targetBranch: required(checkTargetBranch),
} as const;

import * as z from "zod/mini";
import { toRepositoryKey } from "../../engine/repository-key";
import { START_FAULTS, type StartFault } from "../../engine/state-change";
import { PULL_REQUEST_REFERENCE_SCHEMA } from "../../wire/first/pull-request-schema";
import { IDENTITY_FIELDS } from "../../wire/first/request-schema";
import type { RunSelector } from "../emulator";
import { applyOrRefuse, type ControlOperation, defineWrite } from "./control-operation";
import { applyToRun, toRunSchema } from "./report-check";

/** What happens to pull requests and branches outside of the queue. */
export const OUTSIDE_OPERATIONS: readonly ControlOperation[] = [
  defineWrite(
    "mergePullRequest",
    "Merges a pull request into its base branch, outside of the queue.",
    z.strictObject({ repo: IDENTITY_FIELDS.repo, pr: PULL_REQUEST_REFERENCE_SCHEMA }),
    ({ engine }, { repo, pr: { number } }) => {
      applyOrRefuse(engine, { type: "mergePullRequest", repo, number });
      return { pullRequest: engine.state.pullRequests.get(toRepositoryKey(repo))?.get(number) };
    },
  ),
  defineWrite(
    "pushToBranch",
    "Pushes to the branch of a queue, outside of the queue.",
    z.strictObject(IDENTITY_FIELDS),
    ({ engine }, { repo, targetBranch }) => {
      applyOrRefuse(engine, { type: "pushToBranch", identity: { repo, targetBranch } });
      return {};
    },
  ),
  defineWrite<RunSelector & { readonly fault: StartFault }>(
    "failTestStart",
    "Lets a test run fail at its start, for example with a merge conflict.",
    toRunSchema({ fault: z.enum(START_FAULTS) }, `fault (one of ${START_FAULTS.join(", ")})`),
    ({ engine }, run) => ({ testRun: applyToRun(engine, run, { type: "failTestStart", fault: run.fault }) }),
  ),
];

import type { Command } from "commander";
import { cancelPullRequest } from "../../api/resolve/cancel-pull-request";
import { isInQueue } from "../../api/resolve/submit-pull-request";
import { addPullRequestCommand } from "../changes/pull-request-command";
import type { CommandSession } from "../command-session";

/** Adds `cancel` to `pr`, which removes a pull request from a queue. */
export function addPrCancelCommand(parent: Command, session: CommandSession): void {
  const { clock } = session.context;
  addPullRequestCommand(parent, session, {
    name: "cancel",
    summary: "remove a pull request from a queue",
    description: "Removes a pull request from a queue without merging it.",
    toChange: ({ api }) => ({
      ask: (pullRequest, place) => `Cancel ${pullRequest} in ${place}?`,
      tell: (pullRequest, place) => `${pullRequest} was cancelled in ${place}.`,
      send: (reference, options) => cancelPullRequest({ api, clock, options }, reference),
      isShown: (after) => !isInQueue(after),
    }),
  });
}

import type { Command } from "commander";
import { cancelPullRequest } from "../../api/resolve/cancel-pull-request";
import { isInQueue } from "../../api/resolve/submit-pull-request";
import { addPullRequestCommand } from "../changes/pull-request-command";
import type { CommandSession } from "../command-session";

/** Adds `cancel` to `pr`, which takes a pull request out of a queue. */
export function addPrCancelCommand(parent: Command, session: CommandSession): void {
  const { clock } = session.context;
  addPullRequestCommand(parent, session, {
    name: "cancel",
    summary: "take a pull request out of a queue",
    description: "Takes a pull request out of a queue; it is not merged.",
    toChange: ({ api }) => ({
      ask: (pullRequest, place) => `Cancel ${pullRequest} in ${place}?`,
      tell: (pullRequest, place) => `${pullRequest} was cancelled in ${place}.`,
      send: (reference, options) => cancelPullRequest({ api, clock, options }, reference),
      isShown: (after) => !isInQueue(after),
    }),
  });
}

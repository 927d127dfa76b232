import type { Command } from "commander";
import { addPullRequestCommand } from "../changes/pull-request-command";
import type { CommandSession } from "../command-session";

/** Adds `restart` to `pr`, which restarts the tests of a pull request. */
export function addPrRestartCommand(parent: Command, session: CommandSession): void {
  addPullRequestCommand(parent, session, {
    name: "restart",
    summary: "restart the tests of a pull request",
    description: "Restarts the tests of a pull request that is being tested in a queue.",
    toChange: ({ api }) => ({
      ask: (pullRequest, place) => `Restart the tests of ${pullRequest} in ${place}?`,
      tell: (pullRequest, place) => `The tests of ${pullRequest.toLowerCase()} in ${place} were restarted.`,
      send: (reference, options) => api.call("restartTestsOnPullRequest", reference, options),
      // A pull request shows no difference between the first and the second run of its tests.
      isShown: () => true,
    }),
  });
}

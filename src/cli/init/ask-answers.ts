import { isMergeQueueError, MergeQueueError } from "../../queue/merge-queue-error";
import { parseQueueId, type QueueIdentity } from "../../queue/queue-identity";
import { validateSettings } from "../../queue/validate-settings";
import { escapeControl } from "../../text/escape-control";
import { quote } from "../../text/quote";
import { suggestName } from "../../text/suggest-name";
import { askLine } from "../changes/ask-line";
import type { CommandContext } from "../command-session";
import { TEMPLATE_NAMES, TEMPLATES, type TemplateName } from "./templates";

/** What a project is made from. */
interface Answers {
  readonly template: TemplateName;
  readonly queue: QueueIdentity;
  /** Names of the checks that a pull request needs. */
  readonly requiredStatuses: readonly string[];
}

/** The template of an empty answer: the first one that is offered. */
const DEFAULT_TEMPLATE: TemplateName = "cdktn";

const QUESTIONS = {
  template: `What do you write?
${TEMPLATE_NAMES.map((name) => `  ${name.padEnd(8)}${TEMPLATES[name].title}`).join("\n")}
Template [${DEFAULT_TEMPLATE}]: `,
  queue: "Queue (host/owner/name/branch, such as github.com/acme/web/main): ",
  requiredStatuses: "Checks that must pass before a pull request merges (such as ci/build, ci/test): ",
} as const;

/**
 * Asks on the terminal for what the command line does not say; after an invalid answer, again.
 * @throws MergeQueueError `invalid_configuration` if the input ends, `interrupted`
 */
export async function askAnswers(
  context: Pick<CommandContext, "writeError" | "readLine">,
  stopSignal: AbortSignal,
  given: { readonly [Name in keyof Answers]: Answers[Name] | undefined },
): Promise<Answers> {
  const ask = async <Answer>(question: string, parse: (text: string) => Answer): Promise<Answer> => {
    for (;;) {
      const answer = await askLine(context, stopSignal, question);
      if (answer === undefined) {
        throw new MergeQueueError(
          "invalid_configuration",
          "The input ended before the last question. Nothing was written.",
        );
      }
      try {
        return parse(answer.trim());
      } catch (error) {
        if (!isMergeQueueError(error)) throw error;
        context.writeError(escapeControl(`${error.message}\n`));
      }
    }
  };
  return {
    template: given.template ?? (await ask(QUESTIONS.template, parseTemplate)),
    queue: given.queue ?? (await ask(QUESTIONS.queue, parseQueueId)),
    requiredStatuses: given.requiredStatuses ?? (await ask(QUESTIONS.requiredStatuses, parseStatuses)),
  };
}

function parseTemplate(text: string): TemplateName {
  if (text === "") return DEFAULT_TEMPLATE;
  const template = TEMPLATE_NAMES.find((name) => name === text);
  if (template !== undefined) return template;
  const message = `There is no template ${quote(text)}.${suggestName(text, TEMPLATE_NAMES)}`;
  throw new MergeQueueError("invalid_configuration", message);
}

function parseStatuses(text: string): readonly string[] {
  // The project's policy requires one, so an empty answer is not a choice.
  if (text === "") {
    const message = "Name at least one check: without one, pull requests would merge untested.";
    throw new MergeQueueError("invalid_configuration", message);
  }
  return checkStatuses(text.split(",").map((name) => name.trim()));
}

/**
 * Checks the names of required statuses.
 * @throws MergeQueueError `invalid_configuration` if one cannot be requested
 */
export function checkStatuses(requiredStatuses: readonly string[]): readonly string[] {
  const problems = validateSettings({ requiredStatuses }).map(({ message }) => message);
  if (problems.length === 0) return requiredStatuses;
  throw new MergeQueueError("invalid_configuration", `Required statuses: ${problems.join(" ")}`);
}

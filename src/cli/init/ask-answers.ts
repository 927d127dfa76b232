import { isMergeQueueError, MergeQueueError } from "../../queue/merge-queue-error";
import { parseQueueId } from "../../queue/parse-queue-id";
import type { QueueIdentity } from "../../queue/queue-identity";
import { escapeControl } from "../../text/escape-control";
import { quote } from "../../text/quote";
import { suggestName } from "../../text/suggest-name";
import { askLine } from "../changes/confirm";
import type { CommandContext } from "../command-session";
import { DEFAULT_TEMPLATE, TEMPLATE_NAMES, TEMPLATES, type TemplateName } from "./templates";

interface Answers {
  readonly template: TemplateName;
  readonly queue: QueueIdentity;
  readonly isLive: boolean;
}

const QUESTIONS = {
  template: `Which template do you want?
${TEMPLATE_NAMES.map((name) => `  ${name.padEnd(8)}${TEMPLATES[name].title}`).join("\n")}
Template [${DEFAULT_TEMPLATE}]: `,
  queue: "Queue (host/owner/name/branch, such as github.com/acme/web/main): ",
  isLive: "Does this queue exist? If yes, the project declares its current settings. [y/N] ",
} as const;

export async function askAnswers(
  context: Pick<CommandContext, "writeError" | "readLine">,
  stopSignal: AbortSignal,
  given: { readonly [Name in keyof Answers]: Answers[Name] | undefined },
): Promise<Answers> {
  const ask = async <Answer>(question: string, parse: (text: string) => Answer): Promise<Answer> => {
    for (;;) {
      const answer = await askLine(context, stopSignal, question);
      if (answer === undefined) {
        refuse("The input ended before the last question. Nothing was written.");
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
    isLive: given.isLive ?? (await ask(QUESTIONS.isLive, parseConsent)),
  };
}

function parseTemplate(text: string): TemplateName {
  if (text === "") return DEFAULT_TEMPLATE;
  const template = TEMPLATE_NAMES.find((name) => name === text);
  if (template !== undefined) return template;
  return refuse(`There is no template ${quote(text)}.${suggestName(text, TEMPLATE_NAMES)}`);
}

function parseConsent(text: string): boolean {
  const [, yes] = /^(?:(y|yes)|n|no|)$/i.exec(text) ?? refuse("Answer yes or no.");
  return yes !== undefined;
}

function refuse(message: string): never {
  throw new MergeQueueError("invalid_configuration", message);
}

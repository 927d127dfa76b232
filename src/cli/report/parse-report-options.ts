import { InvalidArgumentError } from "commander";
import { MAX_TITLE_LENGTH, toLink } from "./report-options";

/** Parses the title of a report. */
export function parseTitle(text: string): string {
  if (text.trim() !== "" && text.length <= MAX_TITLE_LENGTH) return text;
  throw new InvalidArgumentError(`A title has 1 to ${MAX_TITLE_LENGTH} characters.`);
}

/** Parses the address of a report. */
export function parseLink(text: string): string {
  if (toLink({ link: text }) !== undefined) return text;
  throw new InvalidArgumentError("It must be an address with https or http, of at most 2000 characters.");
}

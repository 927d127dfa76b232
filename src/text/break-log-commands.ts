/** `::` at the beginning of a line, as GitHub Actions looks for it: behind any white space. */
const AT_LINE_START = /^([^\S\n]*)::/gmu;

/** `##[`, `##vso[` or `##teamcity[`, which CI systems look for anywhere in a line. */
const ANYWHERE = /(##\w*)\[/gu;

/**
 * Keeps CI systems from taking text in a log for a command to them (promise S-14): a backslash parts what they look
 * for.
 */
export function breakLogCommands(text: string): string {
  return text.replace(AT_LINE_START, "$1\\::").replace(ANYWHERE, "$1\\[");
}

/** As {@link breakLogCommands}, for a literal of JSON, JavaScript or Terraform's language, which keeps its value. */
export function breakLogCommandsInLiteral(literal: string): string {
  return literal.replace(ANYWHERE, "$1\\u005b");
}

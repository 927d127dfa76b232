/** `::` at the start of a line, after any white space: a command for GitHub Actions. */
const AT_LINE_START = /^([^\S\n]*)::/gmu;

/** `##[`, `##vso[` or `##teamcity[` anywhere in a line: a command for other CI systems. */
const ANYWHERE = /(##\w*)\[/gu;

/** Keeps CI systems from executing text in a log as a command (promise S-14), by inserting a backslash. */
export function breakLogCommands(text: string): string {
  return text.replace(AT_LINE_START, "$1\\::").replace(ANYWHERE, "$1\\[");
}

/** Like {@link breakLogCommands}, for a literal in JSON, JavaScript or HCL, whose value does not change. */
export function breakLogCommandsInLiteral(literal: string): string {
  return literal.replace(ANYWHERE, "$1\\u005b");
}

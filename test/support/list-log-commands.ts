/** Lists the lines that GitHub Actions, Azure Pipelines or TeamCity would take for a command to them. */
export function listLogCommands(text: string): string[] {
  return text.split(/\r\n?|\n/).filter((line) => line.trimStart().startsWith("::") || /##\w*\[/.test(line));
}

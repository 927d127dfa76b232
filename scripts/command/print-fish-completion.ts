import {
  type DescribedCommand,
  type DescribedOption,
  type DescribedValue,
  listShown,
  listSubcommands,
} from "./describe-program";

/** Writes the completion for fish 3 and newer. */
export function printFishCompletion(program: DescribedCommand): string {
  const commands = listShown(program);
  const known = commands.filter(({ words }) => words.length > 0).map(toPath);
  return `# Completion of mergequeue for fish.
# Load it in ~/.config/fish/config.fish: mergequeue completion fish | source

# Prints the command that the line names so far: "queue get".
function __mergequeue_command
    set -l path
    for word in (commandline -opc)[2..-1]
        if contains -- (string join -- ' ' $path $word) ${known.join(" ")}
            set -a path $word
        end
    end
    string join -- ' ' $path
end

function __mergequeue_is
    set -l command (__mergequeue_command)
    test "$command" = "$argv[1]"
end

complete -c mergequeue -f
${commands.flatMap(listLines).join("\n")}
`;
}

function listLines(command: DescribedCommand): string[] {
  const start = ["complete -c mergequeue"];
  const here = [...start, "-n", `"__mergequeue_is ${toPath(command)}"`];
  // All commands have the options of the program.
  const place = command.words.length === 0 ? start : here;
  return [
    ...command.options.map((option) => [...place, ...toOption(option)]),
    ...listSubcommands(command).map(({ name, summary }) => [
      ...here,
      `-a ${quote(name)} -d ${quote(summary)}`,
    ]),
    ...command.operands.map((operand) => [...here, ...toValue(operand), "-d", quote(operand.description)]),
  ].map((parts) => parts.join(" "));
}

function toPath({ words }: DescribedCommand): string {
  return `'${words.join(" ")}'`;
}

function toOption({ names, value, description }: DescribedOption): string[] {
  const flags = names.map((name) => (name.startsWith("--") ? `-l ${name.slice(2)}` : `-s ${name.slice(1)}`));
  return [...flags, ...(value === undefined ? [] : ["-r", ...toValue(value)]), "-d", quote(description)];
}

function toValue({ choices, paths }: DescribedValue): string[] {
  if (choices.length > 0) return ["-f", "-a", quote(choices.join(" "))];
  if (paths === "none") return ["-f"];
  return paths === "files" ? ["-F"] : ["-f", "-a", quote("(__fish_complete_directories)")];
}

/** In single quotes, fish has only these two escapes. */
function quote(text: string): string {
  return `'${text.replaceAll(/[\\']/g, "\\$&")}'`;
}

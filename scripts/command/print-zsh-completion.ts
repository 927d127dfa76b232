import {
  type DescribedCommand,
  type DescribedOption,
  type DescribedValue,
  listOptions,
  listShown,
  listSubcommands,
} from "./describe-program";

/** Writes the completion for zsh 5 and newer. */
export function printZshCompletion(program: DescribedCommand): string {
  const functions = listShown(program).map((command) => printFunction(command, program));
  return `#compdef mergequeue
# Completion of mergequeue for zsh.
# Load it in ~/.zshrc, after compinit: source <(mergequeue completion zsh)

${functions.join("\n")}
# As a file in the fpath, it is called to complete; otherwise it is being loaded.
if [[ $funcstack[1] == _mergequeue ]]; then
  _mergequeue "$@"
else
  compdef _mergequeue mergequeue
fi
`;
}

function printFunction(command: DescribedCommand, program: DescribedCommand): string {
  const children = listSubcommands(command);
  const options = listOptions(command, program).flatMap(toSpecs);
  const name = toName(command);
  if (children.length === 0) {
    const specs = [...options, ...command.operands.map(toOperandSpec)];
    return `${name}() {\n  _arguments -s -S \\\n${specs.map((spec) => `    ${spec}`).join(" \\\n")}\n}\n`;
  }
  return `${name}() {
  local -a commands
  local state line
  local -A opt_args
  commands=(
${children.map((child) => `    ${quote(`${child.name}:${child.summary}`)}`).join("\n")}
  )
  _arguments -C -s -S \\
${options.map((spec) => `    ${spec} \\`).join("\n")}
    '1: :->command' \\
    '*:: :->rest'
  case $state in
    command) _describe -t commands command commands ;;
    rest)
      case $line[1] in
${children.map((child) => `        ${child.name}) ${toName(child)} ;;`).join("\n")}
      esac ;;
  esac
}
`;
}

function toName({ words }: DescribedCommand): string {
  return ["_mergequeue", ...words].join("_");
}

/** One for each name of an option. With an asterisk, it can be given again. */
function toSpecs({ names, value, description }: DescribedOption): string[] {
  const explanation = `[${description.replaceAll(/[\\\][:]/g, "\\$&")}]`;
  return names.map((name) => {
    if (value === undefined) return quote(`(${names.join(" ")})${name}${explanation}`);
    const mark = name.startsWith("--") ? "=" : "+";
    return quote(`*${name}${mark}${explanation}:${value.name}:${toAction(value)}`);
  });
}

function toOperandSpec(operand: DescribedValue): string {
  return quote(`${operand.isVariadic ? "*" : ""}:${operand.name}:${toAction(operand)}`);
}

function toAction({ choices, paths }: DescribedValue): string {
  if (choices.length > 0) return `(${choices.join(" ")})`;
  // Nothing: a message about the value, as zsh shows it for a blank, would keep options from being inserted.
  if (paths === "none") return "()";
  return paths === "files" ? "_files" : "_files -/";
}

function quote(text: string): string {
  return `'${text.replaceAll("'", "'\\''")}'`;
}

import {
  type DescribedCommand,
  type DescribedValue,
  listOptions,
  listShown,
  listSubcommands,
} from "./describe-program";

/** Writes the completion for Bash 3.2 and newer. It needs no other package. */
export function printBashCompletion(program: DescribedCommand): string {
  const commands = listShown(program);
  const known = commands.filter(({ words }) => words.length > 0).map(toPath);
  const options = commands.map(
    (command): Row => [toPath(command), toWords(listOptions(command, program).flatMap(({ names }) => names))],
  );
  const operands = commands.map((command): Row => [toPath(command), toOperands(command)]);
  return `# Completion of mergequeue for Bash.
# Load it in ~/.bashrc: source <(mergequeue completion bash)

_mergequeue() {
  local current=\${COMP_WORDS[COMP_CWORD]} previous=\${COMP_WORDS[COMP_CWORD-1]}
  local command= word words= paths=
  # Bash splits --option=value at the equals sign.
  if [[ $current == = ]]; then
    current=
  elif [[ $previous == = ]]; then
    previous=\${COMP_WORDS[COMP_CWORD-2]}
  fi
  for word in "\${COMP_WORDS[@]:1:COMP_CWORD-1}"; do
    case "$command $word" in
      ${known.join(" | ")})
        command="$command $word" ;;
    esac
  done
  case "$command:$previous" in
${toRows(listValues(commands))}
    *)
      if [[ $current == -* ]]; then
        case $command in
${toRows(options)}
        esac
      else
        case $command in
${toRows(operands)}
        esac
      fi ;;
  esac
  case $paths in
    # An empty result makes Bash complete paths, which it quotes as needed.
    files) return ;;
    directories) compopt +o default -o dirnames 2>/dev/null; return ;;
    *) compopt +o default 2>/dev/null ;;
  esac
  while IFS= read -r word; do
    COMPREPLY+=("$word")
  done < <(compgen -W "$words" -- "$current")
}
complete -o default -F _mergequeue mergequeue
`;
}

/** A row of a `case`: its pattern and its assignment. */
type Row = readonly [pattern: string, assignment: string];

const NOTHING = ":";

function toPath({ words }: DescribedCommand): string {
  return `'${words.map((word) => ` ${word}`).join("")}'`;
}

function listValues(commands: readonly DescribedCommand[]): Row[] {
  const all = commands.flatMap((command) =>
    command.options.flatMap(({ names, value }) =>
      value === undefined ? [] : names.map((name) => ({ command, name, assignment: toAssignment([value]) })),
    ),
  );
  return all.map(({ command, name, assignment }) => {
    const isUniform = all.every((other) => other.name !== name || other.assignment === assignment);
    return [`${isUniform ? "*" : toPath(command)}:${name}`, assignment];
  });
}

function toOperands(command: DescribedCommand): string {
  const names = listSubcommands(command).map(({ name }) => name);
  return names.length > 0 ? toWords(names) : toAssignment(command.operands);
}

function toAssignment(values: readonly DescribedValue[]): string {
  const choices = values.flatMap((value) => value.choices);
  if (choices.length > 0) return toWords(choices);
  const paths = values.find((value) => value.paths !== "none")?.paths;
  return paths === undefined ? NOTHING : `paths=${paths}`;
}

function toWords(words: readonly string[]): string {
  return `words='${words.join(" ")}'`;
}

function toRows(rows: readonly Row[]): string {
  const patterns = new Map<string, Set<string>>();
  for (const [pattern, assignment] of rows) {
    patterns.set(assignment, (patterns.get(assignment) ?? new Set()).add(pattern));
  }
  return [...patterns]
    .map(([assignment, same]) => `    ${[...same].join(" | ")})\n      ${assignment} ;;`)
    .join("\n");
}

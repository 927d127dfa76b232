import type { DescribedCommand, DescribedOption } from "../../src/cli/print/describe-program";

/** Options that several commands have under the same heading of their help. */
export interface OptionGroup {
  /** The heading: `Connection`. */
  readonly name: string;
  readonly commands: readonly DescribedCommand[];
  /** Each once, in the order of the help. */
  readonly options: readonly DescribedOption[];
}

/** Whether an option is described with its group, instead of with each command. */
export function isInOwnTable({ group }: DescribedOption): boolean {
  return group !== "Options:";
}

/** Lists the groups of options of some commands. */
export function listOptionGroups(commands: readonly DescribedCommand[]): readonly OptionGroup[] {
  const all = commands.flatMap(({ options }) => options).filter(isInOwnTable);
  return [...new Set(all.map(({ group }) => group))].map((group) => {
    const own = all.filter((option) => option.group === group);
    return {
      name: group.slice(0, -1),
      commands: commands.filter(({ options }) => options.some((option) => option.group === group)),
      options: [...new Set(own.map(({ flags }) => flags))].flatMap((flags) =>
        merge(own.filter((option) => option.flags === flags)),
      ),
    };
  });
}

/** Leaves out a default at the end of the description if not all commands have the same. */
function merge([option, ...others]: readonly DescribedOption[]): DescribedOption[] {
  if (option === undefined) return [];
  const isSame = others.every(({ description }) => description === option.description);
  return [isSame ? option : { ...option, description: option.description.replace(/ \([^()]*\)$/, "") }];
}

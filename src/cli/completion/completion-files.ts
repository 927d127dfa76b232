/** The shells whose command lines can be completed. */
export const COMPLETION_SHELLS = ["bash", "zsh", "fish"] as const;

/** One of {@link COMPLETION_SHELLS}. */
export type CompletionShell = (typeof COMPLETION_SHELLS)[number];

/** Names the file beside the command's code with the script for a shell. */
export function nameCompletion(shell: CompletionShell): string {
  return `completion.${shell}`;
}

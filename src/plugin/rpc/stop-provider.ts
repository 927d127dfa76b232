import type { Call } from "./handle-call";

/** Makes in-progress calls stop waiting. Returns at once, because Terraform waits for this response. */
export const stopProvider: Call<"stopProvider"> = {
  async run(_request, session) {
    session.signals.stop();
    return { Error: "" };
  },
  recover: (diagnostics) => ({ Error: diagnostics.map(({ detail }) => detail).join("\n") }),
};

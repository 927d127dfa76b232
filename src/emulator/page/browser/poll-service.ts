import type { PageModel } from "../page-model";

/** Milliseconds between a response and the next request. */
const INTERVAL_MS = 1000;
const HIDDEN_INTERVAL_MS = 10_000;
const TIMEOUT_MS = 5000;

/** Callbacks of the page. */
export interface Watcher {
  /** @returns the query of the next request */
  readonly getQuery: () => string;
  readonly onModel: (model: PageModel) => void;
  /** @param problem - a predicate that follows "The service" */
  readonly onProblem: (problem: string) => void;
}

/** Polls the service while the page is open. @returns a function that polls at once */
export function pollService({ getQuery, onModel, onProblem }: Watcher): () => void {
  let timer: number | undefined;
  let isPolling = false;
  let mustRepeat = false;
  const poll = async (): Promise<void> => {
    // Called by the timer, by a page that becomes visible, and by the user.
    mustRepeat = isPolling;
    if (isPolling) return;
    isPolling = true;
    window.clearTimeout(timer);
    try {
      const model = await readModel(getQuery()).catch(toProblem);
      if (typeof model === "string") onProblem(model);
      else onModel(model);
    } finally {
      isPolling = false;
      timer = window.setTimeout(
        () => void poll(),
        mustRepeat ? 0 : document.visibilityState === "hidden" ? HIDDEN_INTERVAL_MS : INTERVAL_MS,
      );
    }
  };
  document.addEventListener("visibilitychange", () => {
    if (document.visibilityState === "visible") void poll();
  });
  void poll();
  return () => void poll();
}

class ServiceProblem extends Error {}

function toProblem(error: unknown): string {
  return error instanceof ServiceProblem ? error.message : "does not respond";
}

async function readModel(query: string): Promise<PageModel> {
  const response = await fetch(query === "" ? "/page.json" : `/page.json?${query}`, {
    cache: "no-store",
    signal: AbortSignal.timeout(TIMEOUT_MS),
  });
  if (!response.ok) throw new ServiceProblem(`responds with status ${response.status}`);
  const model: unknown = await response.json();
  // Another program may use the port now.
  if (typeof model !== "object" || model === null || !("pageVersion" in model)) {
    throw new ServiceProblem("is no longer a local merge queue service");
  }
  return model as PageModel;
}

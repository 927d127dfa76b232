import { join } from "node:path";
import type { RunningCommand } from "../support/run-command";
import { startCommand } from "../support/run-command";
import type { Print } from "./demo-log";
import { printCommand } from "./demo-log";

/** The local service of the demo: `mergequeue serve` in a process of its own. */
export class DemoService {
  /** Address ending in `/v1`. */
  readonly url: string;
  /** Token that the service accepts. */
  readonly token: string;
  readonly #command: RunningCommand;
  readonly #print: Print;

  private constructor(
    ready: { readonly url: string; readonly token: string },
    command: RunningCommand,
    print: Print,
  ) {
    this.url = ready.url;
    this.token = ready.token;
    this.#command = command;
    this.#print = print;
  }

  /**
   * Starts the service on a free port and waits until it is ready.
   * @param env - the caller's environment, of which no token is taken
   * @throws Error if it ends instead
   */
  static async start(root: string, print: Print, env: NodeJS.ProcessEnv = process.env): Promise<DemoService> {
    printCommand(print, "mergequeue serve &");
    let onLine: (line: string) => void = () => undefined;
    const firstLine = new Promise<string>((resolve) => {
      onLine = resolve;
    });
    let text = "";
    const command = startCommand(process.execPath, [join(root, "dist/cli.js"), "serve"], {
      cwd: root,
      // The service would take, and print, a token that the caller has for a real one.
      env: { ...env, MERGEQUEUE_TOKEN: "" },
      onOutput: (chunk) => {
        text += chunk;
        const line = text
          .split("\n")
          .find((candidate) => candidate.startsWith("{") && candidate.endsWith("}"));
        if (line !== undefined) onLine(line);
      },
    });
    const ended = command.finished.then((result) => {
      throw new Error(`mergequeue serve ended with status ${result.status}:\n${result.output}`);
    });
    const line = await Promise.race([firstLine, ended]);
    // The same promise rejects when the service is stopped at the end, which is no failure.
    ended.catch(() => undefined);
    print(`${line}\n`);
    return new DemoService(JSON.parse(line) as { url: string; token: string }, command, print);
  }

  /** Makes one request as anybody with the token could, and prints it with its answer. */
  async post(operation: string, body: object): Promise<{ readonly status: number; readonly text: string }> {
    printCommand(this.#print, `POST $MERGEQUEUE_BASE_URL/${operation} ${JSON.stringify(body)}`);
    const response = await fetch(`${this.url}/${operation}`, {
      method: "POST",
      headers: { "content-type": "application/json", "x-api-token": this.token },
      body: JSON.stringify(body),
    });
    const text = await response.text();
    this.#print(`${response.status} ${text}\n`);
    return { status: response.status, text };
  }

  /** Stops the service and waits for its end. */
  async stop(): Promise<void> {
    this.#command.child.kill("SIGTERM");
    await this.#command.finished;
  }
}

import { join } from "node:path";
import { type RunningCommand, startCommand } from "../support/run-command";
import type { DemoLog } from "./demo-log";

/** Test runs take three seconds and pass. */
const COMMAND = "mergequeue serve --auto --auto-duration 3 --auto-failure-rate 0";

/** The local service of the demo: `mergequeue serve` in a separate process. */
export class DemoService {
  /** Address ending in `/v1`. */
  readonly url: string;
  /** Token that the service accepts. */
  readonly token: string;
  readonly #command: RunningCommand;

  private constructor(ready: { readonly url: string; readonly token: string }, command: RunningCommand) {
    this.url = ready.url;
    this.token = ready.token;
    this.#command = command;
  }

  /**
   * Starts the service on a free port and waits until it is ready.
   * @param env - the caller's environment; a token in it is ignored
   * @throws Error if it ends instead
   */
  static async start(root: string, log: DemoLog, env: NodeJS.ProcessEnv = process.env): Promise<DemoService> {
    log.command(`${COMMAND} &`);
    let onLine: (line: string) => void = () => undefined;
    const firstLine = new Promise<string>((resolve) => {
      onLine = resolve;
    });
    let text = "";
    const command = startCommand(
      process.execPath,
      [join(root, "dist/cli.js"), ...COMMAND.split(" ").slice(1)],
      {
        cwd: root,
        // The service would print the token, which may be a real one.
        env: { ...env, MERGEQUEUE_TOKEN: "" },
        onOutput: (chunk) => {
          text += chunk;
          const line = text
            .split("\n")
            .find((candidate) => candidate.startsWith("{") && candidate.endsWith("}"));
          if (line !== undefined) onLine(line);
        },
      },
    );
    const ended = command.finished.then((result) => {
      throw new Error(`mergequeue serve ended with status ${result.status}:\n${result.output}`);
    });
    const line = await Promise.race([firstLine, ended]);
    // The promise rejects again when the demo stops the service.
    ended.catch(() => undefined);
    log.output(`${line}\n`);
    return new DemoService(JSON.parse(line) as { url: string; token: string }, command);
  }

  /** Makes one request. */
  async post(operation: string, body: object): Promise<{ readonly status: number; readonly text: string }> {
    const response = await fetch(`${this.url}/${operation}`, {
      method: "POST",
      headers: { "content-type": "application/json", "x-api-token": this.token },
      body: JSON.stringify(body),
    });
    return { status: response.status, text: await response.text() };
  }

  /** Stops the service and waits for its end. */
  async stop(): Promise<void> {
    this.#command.child.kill("SIGTERM");
    await this.#command.finished;
  }
}

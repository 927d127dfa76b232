import { join } from "node:path";
import { MeasuredProcess } from "./measured-process";

const TOKEN = "mqtest_soak_0123456789abcdefghij";
const REPO = { host: "github.com", owner: "acme", name: "web" };
const READY = /^\{"url": ?"([^"]+)"/m;

/** The local service in its own process: `mergequeue serve` with a data file. */
export class SoakService {
  readonly process: MeasuredProcess;
  /** Address ending in `/v1`. */
  readonly url: string;
  /** The token that it accepts. */
  readonly token = TOKEN;

  private constructor(process: MeasuredProcess) {
    this.process = process;
    this.url = process.ready[1] ?? "";
  }

  /**
   * Starts it. End it with its process.
   * @param folder - a new folder, absolute
   */
  static async start(root: string, folder: string): Promise<SoakService> {
    const args = [join(root, "dist/cli.js"), "serve", "--data", join(folder, "queues.data")];
    const process = await MeasuredProcess.start({
      args,
      env: { MERGEQUEUE_TOKEN: TOKEN },
      folder,
      ready: READY,
    });
    return new SoakService(process);
  }

  /**
   * Makes an outside request about the queue of a branch.
   * @returns status and body
   */
  async call(
    operation: string,
    branch: string,
    body: object = {},
  ): Promise<{ status: number; text: string }> {
    return this.#post(`${this.url}/${operation}`, { repo: REPO, targetBranch: branch, ...body });
  }

  /** Sets faults through the control interface; without an argument it removes them. */
  async setFaults(...faults: readonly object[]): Promise<void> {
    const { status, text } = await this.#post(`${this.url.replace(/v1$/, "control")}/setFaults`, { faults });
    if (status !== 200) throw new Error(`The faults were refused: ${text}`);
  }

  async #post(url: string, body: object): Promise<{ status: number; text: string }> {
    const response = await fetch(url, {
      method: "POST",
      // A kept-alive connection would count as one that Terraform left open.
      headers: { "content-type": "application/json", "x-api-token": this.token, connection: "close" },
      body: JSON.stringify(body),
    });
    return { status: response.status, text: await response.text() };
  }
}

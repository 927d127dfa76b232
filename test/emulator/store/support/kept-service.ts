import { startEmulator } from "../../../../src/emulator/start-emulator";

/*
 * Started as a process, to be killed: a local service that keeps everything in the file that the first
 * argument names. It prints its address and its token, or why it does not start, as one line of JSON.
 */
async function main(): Promise<void> {
  const data = process.argv[2] ?? "";
  try {
    const { url, token } = await startEmulator({ data, auto: { durationSeconds: 0.02, failureRate: 0.2 } });
    console.log(JSON.stringify({ url, token }));
  } catch (error) {
    console.log(JSON.stringify({ error: String(error) }));
  }
}

void main();

import { buildTinyProvider } from "../support/build-tiny-provider";
import { TerraformSide } from "../support/terraform-side";

const provider = buildTinyProvider();
let side: TerraformSide | undefined;

afterEach(async () => {
  await side?.close();
});

async function start(env: { readonly [name: string]: string }): Promise<TerraformSide> {
  side = await TerraformSide.start({ command: provider.command, env });
  return side;
}

/** Reads standard error as go-plugin's client does, which panics where these are not texts. */
function readLines({ process }: TerraformSide): Record<string, unknown>[] {
  return process
    .stderr()
    .split("\n")
    .filter((line) => line !== "")
    .map((line) => {
      const entry = JSON.parse(line) as Record<string, unknown>;
      for (const key of ["@level", "@message", "@module", "@timestamp"]) {
        if (typeof entry[key] !== "string") throw new Error(`interface conversion: ${key} of ${line}`);
      }
      return entry;
    });
}

test("G-21: what foreign code prints cannot break the log", async () => {
  const side = await start({ TF_LOG: "trace" });

  await side.validate("tiny_thing", { name: "a", behaviour: "log" });
  await side.validate("tiny_thing", { name: "a", behaviour: "print" });
  await side.close();

  const lines = readLines(side);
  expect(lines).toContainEqual(expect.objectContaining({ "@message": "foreign", "@level": "info", n: "1n" }));
  expect(lines.map((line) => line["@message"])).toContain('{"@message": {}, "@timestamp": []}');
  expect(side.process.stdout().split("\n")).toHaveLength(2);
});

test("S-03: a secret in the configuration is not in the log at level trace", async () => {
  const side = await start({ TF_LOG: "trace", DEBUG: "*", NODE_DEBUG: "http,tls" });
  const token = "token-of-the-provider-0123456789";
  await side.validateProvider({ token });
  await side.configure({ token });

  const config = side.make("tiny_thing", { name: token, behaviour: "throw", secret: token });
  await side.apply("tiny_thing", { planned: config, config });
  await side.close();

  expect(side.process.stderr()).toContain("[redacted]");
  expect(side.process.stderr()).not.toContain(token.slice(0, 12));
  expect(side.process.stderr()).not.toContain(token.slice(-12));
});

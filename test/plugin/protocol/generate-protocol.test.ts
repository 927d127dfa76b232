import { mkdtemp, readdir, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { generateProtocol } from "../../../scripts/generate-protocol";

const root = join(__dirname, "../../..");

test("the generated code matches the definitions byte by byte", async () => {
  const directory = await mkdtemp(join(tmpdir(), "generated-"));

  await generateProtocol(root, directory);

  const names = await readdir(directory);
  expect(names.sort()).toEqual(["go-plugin.generated.ts", "health.generated.ts", "tfplugin6.generated.ts"]);
  for (const name of names) {
    const committed = await readFile(join(root, "src/plugin/protocol", name), "utf8");
    expect(await readFile(join(directory, name), "utf8")).toBe(committed);
  }
  await rm(directory, { recursive: true });
});

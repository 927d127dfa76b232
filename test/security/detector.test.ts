import { mkdir, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { inspect } from "node:util";
import { deflateRawSync } from "node:zlib";
import { tryFindToken } from "../support/canary/find-token";
import { listLeaks } from "../support/canary/list-leaks";
import { CANARY_TOKEN } from "../support/e2e/queue-stage";
import { makeScratch } from "../support/make-scratch";

const TOKEN = CANARY_TOKEN;

/** Writes a ZIP archive of one file, with only the fields that readers need. */
function zip(name: string, content: string): Buffer {
  const packed = deflateRawSync(content);
  const local = Buffer.alloc(30);
  local.writeUInt32LE(0x04034b50);
  local.writeUInt16LE(name.length, 26);
  const entry = Buffer.alloc(46);
  entry.writeUInt32LE(0x02014b50);
  entry.writeUInt16LE(8, 10);
  entry.writeUInt32LE(packed.length, 20);
  entry.writeUInt16LE(name.length, 28);
  const body = Buffer.concat([local, Buffer.from(name), packed]);
  const end = Buffer.alloc(22);
  end.writeUInt32LE(0x06054b50);
  end.writeUInt16LE(1, 10);
  end.writeUInt32LE(body.length, 16);
  return Buffer.concat([body, entry, Buffer.from(name), end]);
}

describe("the search for a token", () => {
  test.each([
    ["as it is", TOKEN],
    ["in a JSON text", JSON.stringify({ a: [{ [TOKEN]: 1 }] })],
    ["percent-encoded", encodeURIComponent(`?t=${TOKEN}`)],
    ["in base64", Buffer.from(TOKEN).toString("base64")],
    ["in base64 behind one character", Buffer.from(`:${TOKEN}`).toString("base64")],
    ["in base64 between others", Buffer.from(`{"token":"${TOKEN}"}`).toString("base64url")],
    ["in hexadecimal", Buffer.from(TOKEN).toString("hex")],
    ["in a print of bytes", inspect(Buffer.from(TOKEN))],
    ["in UTF-16", Buffer.from(TOKEN, "utf16le").toString("latin1")],
    ["cut at its beginning", TOKEN.slice(-12)],
    ["cut at its end", TOKEN.slice(0, 12)],
    ["cut at both ends", TOKEN.slice(7, 19)],
  ])("S-04: finds one %s", (_how, text) => {
    expect(tryFindToken(`before ${text} after`, TOKEN)).toBeDefined();
    expect(tryFindToken(Buffer.from(`before ${text} after`, "latin1"), TOKEN)).toBeDefined();
  });

  test("S-04: finds nothing in less than a fragment", () => {
    expect(tryFindToken(`${TOKEN.slice(0, 11)} ${TOKEN.slice(12, 23)}`, TOKEN)).toBeUndefined();
  });

  test("S-01, S-02: finds one in any file, and in an unpacked plan file", async () => {
    const directory = makeScratch();
    await mkdir(join(directory, "work/.terraform"), { recursive: true });
    await writeFile(join(directory, "work/clean.tf"), "nothing");
    await writeFile(join(directory, "work/.terraform/terraform.tfstate"), `"${TOKEN}"`);
    await writeFile(join(directory, "work/saved.tfplan"), zip("tfconfig/m-/main.tf", `token = "${TOKEN}"`));
    const leaks = await listLeaks(directory, TOKEN);
    expect(leaks.map((leak) => leak.replace(/ holds .*/, "")).sort()).toEqual([
      "work/.terraform/terraform.tfstate",
      "work/saved.tfplan:tfconfig/m-/main.tf",
    ]);
    expect(await listLeaks(directory, TOKEN, ["work"])).toEqual([]);
  });
});

import { hash } from "node:crypto";
import { signMachO } from "../../../scripts/binary/sign-mach-o";

const PAGE_BITS = 12;
const CODE_BYTES = 3 * 4096 + 100;

function le32(...values: readonly number[]): Buffer {
  const bytes = Buffer.alloc(4 * values.length);
  values.forEach((value, index) => bytes.writeUInt32LE(value, 4 * index));
  return bytes;
}

function be32(...values: readonly number[]): Buffer {
  return le32(...values).swap32();
}

/** Hashes all pages of some code, as a signature does. */
function sign(code: Buffer): Buffer {
  const pages = Math.ceil(code.length / 4096);
  const hashes = Array.from({ length: pages }, (_, page) =>
    hash("sha256", code.subarray(page * 4096, (page + 1) * 4096), "buffer"),
  );
  const directory = Buffer.concat([
    be32(0xfade0c02, 44 + 32 * pages, 0x20400, 2, 44, 40, 0, pages, code.length),
    Buffer.from([32, 2, 0, PAGE_BITS]),
    be32(0),
    ...hashes,
  ]);
  return Buffer.concat([be32(0xfade0cc0, 20 + directory.length, 1, 0, 20), directory]);
}

/** Makes a program for macOS: a last segment, a signature, one more command, and code up to the signature. */
function makeProgram(alter: (code: Buffer) => void = () => undefined): Buffer {
  const sizeOf = (pages: number): number => 20 + 44 + 32 * pages;
  const signatureBytes = sizeOf(Math.ceil(CODE_BYTES / 4096));
  const segment = Buffer.alloc(72);
  le32(0x19, 72).copy(segment);
  segment.write("__LINKEDIT", 8, "latin1");
  segment.writeBigUInt64LE(8192n, 32);
  segment.writeBigUInt64LE(4096n, 40);
  segment.writeBigUInt64LE(BigInt(CODE_BYTES + signatureBytes - 4096), 48);
  const commands = Buffer.concat([segment, le32(0x1d, 16, CODE_BYTES, signatureBytes), le32(0x2a, 16, 7, 8)]);
  const header = le32(0xfeedfacf, 0, 0, 2, 3, commands.length, 0, 0);
  const code = Buffer.concat([header, commands], CODE_BYTES);
  const signature = sign(code);
  alter(code);
  return Buffer.concat([code, signature]);
}

describe("signMachO", () => {
  test("keeps a valid signature for Apple silicon", () => {
    const program = makeProgram();

    expect(signMachO(program, "arm64").equals(program)).toBe(true);
  });

  test.each([0, 4096, CODE_BYTES - 1])("detects that byte %i was changed after signing", (at) => {
    const program = makeProgram((code) => {
      if (at > 0) code.writeUInt8(1, at);
      else code.writeUInt8(9, 24);
    });

    expect(() => signMachO(program, "arm64")).toThrow(`page ${Math.floor(at / 4096)}`);
  });

  test("on Intel, removes the signature and all references to it", () => {
    const bare = signMachO(makeProgram(), "x64");

    expect(bare).toHaveLength(CODE_BYTES);
    expect([bare.readUInt32LE(16), bare.readUInt32LE(20)]).toEqual([2, 88]);
    // The segment ends where the file does, and in memory with a whole page; the last command has moved up.
    expect([bare.readBigUInt64LE(32 + 48), bare.readBigUInt64LE(32 + 32)]).toEqual([
      BigInt(CODE_BYTES - 4096),
      12_288n,
    ]);
    expect(bare.subarray(32 + 72, 32 + 104)).toEqual(Buffer.concat([le32(0x2a, 16, 7, 8)], 32));
    expect(signMachO(bare, "x64")).toEqual(bare);
    expect(() => signMachO(bare, "arm64")).toThrow("is not signed");
  });

  test("refuses a file that is not a program for macOS", () => {
    expect(() => signMachO(Buffer.alloc(64), "x64")).toThrow("not a program for macOS");
  });
});

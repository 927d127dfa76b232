import { hash } from "node:crypto";

/** Constants of Apple's `mach-o/loader.h` and of its code signatures. */
const MAGIC_64 = 0xfeedfacf;
const SEGMENT_64 = 0x19;
const CODE_SIGNATURE = 0x1d;
const CODE_DIRECTORY = 0xfade0c02;
const HEADER_BYTES = 32;
const INTEL_PAGE_BYTES = 4096;

interface SignaturePlace {
  readonly command: number;
  readonly commandBytes: number;
  readonly start: number;
  readonly bytes: number;
}

/**
 * Makes sure that a program for macOS has a valid signature or none: macOS kills a program with an invalid
 * one. On Apple silicon, every program needs a signature; Bun writes one without an identity, and this
 * function verifies it. On Intel, none is needed; Bun keeps the runtime's signature, which is invalid for the
 * program, and this function removes it.
 * @param program - Mach-O of one architecture, little-endian and 64 bits wide
 * @returns the program, changed or not
 * @throws Error if the signature for Apple silicon is not valid, or if this is not such a program
 */
export function signMachO(program: Buffer, arch: "arm64" | "x64"): Buffer {
  if (program.readUInt32LE(0) !== MAGIC_64) throw new Error("This is not a program for macOS.");
  const place = findSignature(program);
  if (arch === "x64") return place === undefined ? program : removeSignature(program, place);
  if (place === undefined) throw new Error("The program for macOS on Apple silicon is not signed.");
  verifySignature(program, place);
  return program;
}

function* listCommands(program: Buffer): Generator<{ kind: number; at: number; bytes: number }> {
  const count = program.readUInt32LE(16);
  for (let index = 0, at = HEADER_BYTES; index < count; index += 1) {
    const bytes = program.readUInt32LE(at + 4);
    yield { kind: program.readUInt32LE(at), at, bytes };
    at += bytes;
  }
}

function findSignature(program: Buffer): SignaturePlace | undefined {
  for (const { kind, at, bytes } of listCommands(program)) {
    if (kind !== CODE_SIGNATURE) continue;
    const [start, size] = [program.readUInt32LE(at + 8), program.readUInt32LE(at + 12)];
    return { command: at, commandBytes: bytes, start, bytes: size };
  }
  return undefined;
}

function removeSignature(program: Buffer, { command, commandBytes, start, bytes }: SignaturePlace): Buffer {
  if (start + bytes !== program.length)
    throw new Error("The signature is not the end of the program for macOS.");
  const bare = Buffer.from(program.subarray(0, start));
  const segment = [...listCommands(bare)].find(
    ({ kind, at }) => kind === SEGMENT_64 && bare.toString("latin1", at + 8, at + 18) === "__LINKEDIT",
  );
  if (segment === undefined) throw new Error("The program for macOS has no __LINKEDIT.");
  const size = start - Number(bare.readBigUInt64LE(segment.at + 40));
  bare.writeBigUInt64LE(BigInt(Math.ceil(size / INTEL_PAGE_BYTES) * INTEL_PAGE_BYTES), segment.at + 32);
  bare.writeBigUInt64LE(BigInt(size), segment.at + 48);
  const end = HEADER_BYTES + bare.readUInt32LE(20);
  bare.copyWithin(command, command + commandBytes, end);
  bare.fill(0, end - commandBytes, end);
  bare.writeUInt32LE(bare.readUInt32LE(16) - 1, 16);
  bare.writeUInt32LE(bare.readUInt32LE(20) - commandBytes, 20);
  return bare;
}

function verifySignature(program: Buffer, { start }: SignaturePlace): void {
  const directory = findCodeDirectory(program, start);
  const hashes = directory + program.readUInt32BE(directory + 16);
  const [count, limit] = [program.readUInt32BE(directory + 28), program.readUInt32BE(directory + 32)];
  const [hashBytes, pageBytes] = [program.readUInt8(directory + 36), 1 << program.readUInt8(directory + 39)];
  if (limit !== start || count !== Math.ceil(limit / pageBytes)) {
    throw new Error("The signature of the program for macOS does not cover all of it.");
  }
  for (let page = 0; page < count; page += 1) {
    const content = program.subarray(page * pageBytes, Math.min((page + 1) * pageBytes, limit));
    const signed = program.subarray(hashes + page * hashBytes, hashes + (page + 1) * hashBytes);
    if (!hash("sha256", content, "buffer").subarray(0, hashBytes).equals(signed)) {
      throw new Error(`The signature of the program for macOS is wrong for its page ${page}.`);
    }
  }
}

function findCodeDirectory(program: Buffer, signature: number): number {
  const count = program.readUInt32BE(signature + 8);
  for (let index = 0; index < count; index += 1) {
    const at = signature + program.readUInt32BE(signature + 16 + 8 * index);
    if (program.readUInt32BE(at) === CODE_DIRECTORY) return at;
  }
  throw new Error("The signature of the program for macOS contains no hashes.");
}

import type { ServerHttp2Stream } from "node:http2";
import { GRPC_STATUS, GrpcError } from "./grpc-error";

/** Bytes before a message: a compression flag and the length in 32 bits. */
export const PREFIX_BYTES = 5;

/** Reads the only message of a request. Never settles if the client disconnects. @throws GrpcError */
export function readRequest(stream: ServerHttp2Stream, maxBytes: number): Promise<Buffer> {
  const chunks: Buffer[] = [];
  let receivedBytes = 0;
  let endBytes: number | undefined;
  return new Promise((resolve, reject) => {
    const fail = (error: Error): void => {
      stream.off("data", take);
      stream.off("end", finish);
      reject(error);
    };
    const take = (chunk: Buffer): void => {
      chunks.push(chunk);
      receivedBytes += chunk.length;
      try {
        if (receivedBytes < PREFIX_BYTES) return;
        endBytes ??= readEnd(Buffer.concat(chunks), maxBytes);
        if (receivedBytes > endBytes) throw createNotOne();
      } catch (error) {
        fail(error as Error);
      }
    };
    const finish = (): void => {
      if (stream.writableEnded || stream.destroyed) return;
      if (receivedBytes === 0) fail(createNotOne());
      else if (receivedBytes === endBytes) resolve(Buffer.concat(chunks).subarray(PREFIX_BYTES));
      else fail(new GrpcError(GRPC_STATUS.INTERNAL, "The request ends in the middle of a message."));
    };
    stream.on("data", take);
    stream.once("end", finish);
  });
}

function readEnd(prefix: Buffer, maxBytes: number): number {
  if (prefix[0] !== 0)
    throw new GrpcError(GRPC_STATUS.UNIMPLEMENTED, "Compressed messages are not supported.");
  const claimedBytes = prefix.readUInt32BE(1);
  if (claimedBytes > maxBytes) {
    const text = `The request has ${claimedBytes} bytes; at most ${maxBytes} are accepted.`;
    throw new GrpcError(GRPC_STATUS.RESOURCE_EXHAUSTED, text);
  }
  return PREFIX_BYTES + claimedBytes;
}

function createNotOne(): GrpcError {
  return new GrpcError(GRPC_STATUS.UNIMPLEMENTED, "The method takes exactly one request.");
}

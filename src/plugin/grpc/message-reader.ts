import { GRPC_STATUS, GrpcError } from "./grpc-error";

/** Bytes before a message: a compression flag and the length in 32 bits. */
export const PREFIX_BYTES = 5;

const FIRST_BUFFER_BYTES = 64 * 1024;

/**
 * Extracts the messages of one call from the bytes of its stream, however these are split. The announced length is
 * not allocated: the buffer grows with the received bytes and never exceeds twice their number.
 */
export class MessageReader {
  readonly #maxBytes: number;
  readonly #prefix = Buffer.alloc(PREFIX_BYTES);
  #prefixBytes = 0;
  #buffer: Buffer = Buffer.alloc(0);
  #claimedBytes = 0;
  #receivedBytes = 0;

  /** @param maxBytes - longest accepted message */
  constructor(maxBytes: number) {
    this.#maxBytes = maxBytes;
  }

  /** Whether the received bytes end with a complete message. */
  get isBetweenMessages(): boolean {
    return this.#prefixBytes === 0;
  }

  /**
   * Adds bytes, without copying those that contain a whole message.
   * @returns the messages that are now complete
   * @throws GrpcError UNIMPLEMENTED for a compressed message, RESOURCE_EXHAUSTED for one that is too long
   */
  push(chunk: Buffer): readonly Buffer[] {
    const messages: Buffer[] = [];
    let rest = chunk;
    do {
      rest = this.#readPrefix(rest);
      if (this.#prefixBytes < PREFIX_BYTES) break;
      rest = this.#readMessage(rest);
      if (this.#receivedBytes < this.#claimedBytes) break;
      messages.push(this.#buffer);
      this.#prefixBytes = 0;
    } while (rest.length > 0);
    return messages;
  }

  #readPrefix(chunk: Buffer): Buffer {
    if (this.#prefixBytes === PREFIX_BYTES) return chunk;
    const copied = chunk.copy(this.#prefix, this.#prefixBytes);
    this.#prefixBytes += copied;
    if (this.#prefixBytes === PREFIX_BYTES) this.#begin();
    return chunk.subarray(copied);
  }

  #begin(): void {
    if (this.#prefix[0] !== 0) {
      throw new GrpcError(GRPC_STATUS.UNIMPLEMENTED, "Compressed messages are not supported.");
    }
    this.#claimedBytes = this.#prefix.readUInt32BE(1);
    if (this.#claimedBytes > this.#maxBytes) {
      throw new GrpcError(
        GRPC_STATUS.RESOURCE_EXHAUSTED,
        `The request has ${this.#claimedBytes} bytes; at most ${this.#maxBytes} are accepted.`,
      );
    }
    this.#receivedBytes = 0;
    this.#buffer = Buffer.alloc(0);
  }

  #readMessage(chunk: Buffer): Buffer {
    const part = chunk.subarray(0, this.#claimedBytes - this.#receivedBytes);
    if (part.length === this.#claimedBytes) this.#buffer = part;
    else part.copy(this.#makeRoom(part.length), this.#receivedBytes);
    this.#receivedBytes += part.length;
    return chunk.subarray(part.length);
  }

  #makeRoom(bytes: number): Buffer {
    const neededBytes = this.#receivedBytes + bytes;
    if (neededBytes > this.#buffer.length) {
      const wantedBytes = Math.max(neededBytes, 2 * this.#buffer.length, FIRST_BUFFER_BYTES);
      const grown = Buffer.allocUnsafe(Math.min(wantedBytes, this.#claimedBytes));
      this.#buffer.copy(grown, 0, 0, this.#receivedBytes);
      this.#buffer = grown;
    }
    return this.#buffer;
  }
}

import { type IResolvable, Token } from "../cdk";

/** A value that is read when the stack is synthesized, and written after its tokens are resolved. */
export class ResolvedValue implements IResolvable {
  readonly creationStack: string[] = [];
  readonly #read: () => unknown;
  readonly #write: (value: unknown) => unknown;

  /**
   * @param read - returns the value, with tokens at any depth
   * @param write - returns what the file contains for a value without tokens. Default: the value itself
   */
  constructor(read: () => unknown, write: (value: unknown) => unknown = (value) => value) {
    this.#read = read;
    this.#write = write;
  }

  resolve(context: Parameters<IResolvable["resolve"]>[0]): unknown {
    return this.#write(context.resolve(this.#read()) as unknown);
  }

  toString(): string {
    return Token.asString(this);
  }
}

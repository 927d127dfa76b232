import type { IResolvable } from "../cdk";
import { Token } from "../cdk";

/** The part of the CDK's context that is needed here. */
type ResolveContext = Parameters<IResolvable["resolve"]>[0];

/** A value that is read when the stack is synthesized, and written once the tokens in it are resolved. */
export class ResolvedValue implements IResolvable {
  readonly creationStack: string[] = [];
  readonly #read: () => unknown;
  readonly #write: (value: unknown) => unknown;

  /**
   * @param read - answers the value; tokens at any depth
   * @param write - answers what stands in the file for a value without tokens. Default: the value itself
   */
  constructor(read: () => unknown, write: (value: unknown) => unknown = (value) => value) {
    this.#read = read;
    this.#write = write;
  }

  resolve(context: ResolveContext): unknown {
    return this.#write(context.resolve(this.#read()) as unknown);
  }

  toString(): string {
    return Token.asString(this);
  }
}

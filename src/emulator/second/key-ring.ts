import { hash, randomBytes, timingSafeEqual } from "node:crypto";
import { MergeQueueError } from "../../queue/merge-queue-error";
import { quote } from "../../text/quote";
import { SECOND_KEY_PREFIX } from "../../wire/second/words";
import { KEY_PERMISSIONS, type KeyPermission } from "../key-permissions";

/** Tells whether two secrets are equal. The comparison takes constant time. */
export function isSameSecret(given: string, secret: string): boolean {
  // timingSafeEqual needs equal lengths, as digests have.
  const digest = (text: string): Buffer => hash("sha256", text, "buffer");
  return timingSafeEqual(digest(given), digest(secret));
}

/** The keys of the second interface and their permissions. The service's token has all permissions. */
export class KeyRing {
  /** The keys, by their labels. */
  readonly keys: Readonly<Record<string, string>>;
  readonly #permissions: ReadonlyMap<string, readonly KeyPermission[]>;
  readonly #revoked = new Set<string>();
  readonly #token: string;

  constructor(token: string, permissions: Readonly<Record<string, readonly KeyPermission[]>> = {}) {
    this.#token = token;
    const unknown = Object.values(permissions)
      .flat()
      .filter((word) => !KEY_PERMISSIONS.includes(word));
    if (unknown.length > 0) {
      const message = `There is no permission ${unknown.map(quote).join(", ")}. Choose from ${KEY_PERMISSIONS.join(", ")}.`;
      throw new MergeQueueError("invalid_configuration", message, { argument: "keys" });
    }
    this.#permissions = new Map(Object.entries(permissions));
    const makeKey = (): string => `${SECOND_KEY_PREFIX}${randomBytes(24).toString("base64url")}`;
    this.keys = Object.fromEntries(Object.keys(permissions).map((label) => [label, makeKey()]));
  }

  /** Returns the permissions of a key or of the service's token; undefined for any other string. */
  tryFindPermissions(given: string): readonly KeyPermission[] | undefined {
    // Compares all keys, so that the time reveals nothing.
    const [label] = Object.entries(this.keys)
      .filter(([, key]) => isSameSecret(given, key))
      .flatMap(([one]) => (this.#revoked.has(one) ? [] : one));
    if (isSameSecret(given, this.#token)) return KEY_PERMISSIONS;
    return label === undefined ? undefined : this.#permissions.get(label);
  }

  /** Makes a key invalid. Returns false if no key has this label. */
  revoke(label: string): boolean {
    if (this.#permissions.has(label)) this.#revoked.add(label);
    return this.#permissions.has(label);
  }

  restore(): void {
    this.#revoked.clear();
  }
}

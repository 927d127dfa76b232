import { isDeepStrictEqual } from "node:util";
import { array, domain, oneof, string } from "fast-check";
import { isMergeQueueError } from "../../../src/queue/merge-queue-error";
import { parseQueueId, parseRepository } from "../../../src/queue/parse-queue-id";
import {
  formatQueueId,
  formatRepository,
  type QueueIdentity,
  toIdentityKey,
  validateIdentity,
} from "../../../src/queue/queue-identity";
import { type FuzzTarget, insist } from "../fuzz-target";

/** Maximum characters of a message about an id, which quotes only a part of it. */
const MAX_MESSAGE_LENGTH = 700;

/** An import id becomes a valid identity with that id, or an error of limited length (rules K-6, S-18). */
export const IMPORT_ID: FuzzTarget = {
  name: "import-id",
  words: [
    ...["/", "//", "github.com", "acme", "web", "main", "release/1.x"],
    ...["..", "\u2028", "\u0130", "e\u0301", "\u202e", "%2f", "\\"],
  ],
  samples: array(oneof(domain(), string({ unit: "grapheme", maxLength: 10 })), {
    minLength: 3,
    maxLength: 6,
  }).map((parts) => Buffer.from(parts.join("/"))),
  run(input) {
    const text = Buffer.from(input).toString();
    const id = tryParse(text, parseQueueId);
    if (id !== undefined) checkIdentity(id);
    const repo = tryParse(text, parseRepository);
    if (repo === undefined) return;
    const isSame = isDeepStrictEqual(parseRepository(formatRepository(repo)), repo);
    insist(isSame, "parse(format(repository)) = repository");
  },
};

function checkIdentity(identity: QueueIdentity): void {
  insist(isDeepStrictEqual(parseQueueId(formatQueueId(identity)), identity), "parse(format(id)) = id");
  insist(validateIdentity(identity).length === 0, "a parsed identity is valid");
  const { host, owner, name } = identity.repo;
  const repo = { host: host.toLowerCase(), owner: owner.toLowerCase(), name: name.toLowerCase() };
  const isSame = toIdentityKey({ ...identity, repo }) === toIdentityKey(identity);
  insist(isSame, "the case of a repository makes no difference");
}

function tryParse<T>(text: string, parse: (text: string) => T): T | undefined {
  try {
    return parse(text);
  } catch (error) {
    if (!isMergeQueueError(error) || error.code !== "invalid_identity") throw error;
    insist(error.message.length <= MAX_MESSAGE_LENGTH, "a message is short");
    insist(!/[\p{Cc}\p{Bidi_Control}]/u.test(error.message), "a message contains no control characters");
    return undefined;
  }
}

import { formatRepository, type Repository } from "../queue/queue-identity";

/** Returns the key of a repository: `host/owner/name` in lower case, NFC. */
export function toRepositoryKey(repo: Repository): string {
  const name = formatRepository(repo);
  return name.normalize("NFC").toLowerCase().normalize("NFC");
}

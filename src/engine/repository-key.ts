import { formatRepository, type Repository } from "../queue/queue-identity";

/** Returns the key of a repository: `host/owner/name` in lower case and NFC. */
export function toRepositoryKey(repo: Repository | string): string {
  const name = typeof repo === "string" ? repo : formatRepository(repo);
  return name.normalize("NFC").toLowerCase().normalize("NFC");
}

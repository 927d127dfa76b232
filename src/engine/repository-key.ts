import { formatRepository, type Repository } from "../queue/queue-identity";

/** Returns the key of a repository, given as a value or as `host/owner/name`: that in lower case, NFC. */
export function toRepositoryKey(repo: Repository | string): string {
  const name = typeof repo === "string" ? repo : formatRepository(repo);
  return name.normalize("NFC").toLowerCase().normalize("NFC");
}

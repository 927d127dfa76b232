/** Formats a time for readers: `2026-01-15 12:00:00 UTC`. @param atMs - milliseconds since 1970 (UTC) */
export function formatMoment(atMs: number): string {
  return `${new Date(atMs).toISOString().slice(0, 19).replace("T", " ")} UTC`;
}

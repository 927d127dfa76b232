/** Permissions that a key of the second interface can have in addition to reading. */
export const KEY_PERMISSIONS = ["submit", "priority", "skip-batching", "direct", "settings"] as const;

/** A word of {@link KEY_PERMISSIONS}. */
export type KeyPermission = (typeof KEY_PERMISSIONS)[number];

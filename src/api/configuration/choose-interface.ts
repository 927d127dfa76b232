import { SECOND_KEY_PREFIX } from "../../wire/second/words";

export const INTERFACE_PATHS = { first: "/v1", second: "/v2" } as const;

export interface InterfaceChoice {
  readonly interfaceName: keyof typeof INTERFACE_PATHS;
  /** Why, as a clause for messages: `because the address ends in "/v2"`. */
  readonly interfaceReason: string;
  /** Path of that interface, without a trailing slash: `/v1`, `/api/v2`. */
  readonly basePath: string;
}

const VERSION = /\/v[12]$/;

/** The key decides if it belongs to the second one, else the end of the address, which may be replaced. */
export function chooseInterface(path: string, token: string): InterfaceChoice {
  const version = VERSION.exec(path)?.[0];
  const prefix = path.replace(VERSION, "");
  const second = { interfaceName: "second", basePath: `${prefix}${INTERFACE_PATHS.second}` } as const;
  if (token.startsWith(SECOND_KEY_PREFIX)) {
    return { ...second, interfaceReason: `because the key begins with "${SECOND_KEY_PREFIX}"` };
  }
  const told = `because the address ends in "${String(version)}"`;
  if (version === INTERFACE_PATHS.second) return { ...second, interfaceReason: told };
  const untold = "because neither the key nor the address says otherwise";
  const interfaceReason = version === undefined ? untold : told;
  return { interfaceName: "first", basePath: `${prefix}${INTERFACE_PATHS.first}`, interfaceReason };
}

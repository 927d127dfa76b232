import { SECOND_KEY_PREFIX } from "../../wire/second/words";

export const INTERFACE_PATHS = { first: "/v1", second: "/v2" } as const;

export interface InterfaceChoice {
  readonly interfaceName: keyof typeof INTERFACE_PATHS;
  /** The reason for the choice, as a clause for messages: `because the address ends in "/v2"`. */
  readonly interfaceReason: string;
  /** Path of the interface, without a trailing slash: `/v1`, `/api/v2`. */
  readonly basePath: string;
}

const VERSION = /\/v[12]$/;

/** A key of the second interface selects that interface. Otherwise the end of the address decides. */
export function chooseInterface(path: string, token: string): InterfaceChoice {
  const version = VERSION.exec(path)?.[0];
  const prefix = path.replace(VERSION, "");
  const second = { interfaceName: "second", basePath: `${prefix}${INTERFACE_PATHS.second}` } as const;
  if (token.startsWith(SECOND_KEY_PREFIX)) {
    return { ...second, interfaceReason: `because the key begins with "${SECOND_KEY_PREFIX}"` };
  }
  const interfaceReason =
    version === undefined
      ? "because neither the key nor the address says otherwise"
      : `because the address ends in "${version}"`;
  if (version === INTERFACE_PATHS.second) return { ...second, interfaceReason };
  return { interfaceName: "first", basePath: `${prefix}${INTERFACE_PATHS.first}`, interfaceReason };
}

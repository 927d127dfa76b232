const SHARE = /^(\d{1,9}(?:\.\d{1,12})?|\.\d{1,12})( ?%)?$/;

/** Parses a share from 0 to 1 or a percentage: `0.05`, `5%`, `2.5 %`. @returns undefined for other text */
export function tryParseShare(text: string): number | undefined {
  const [, digits, percent] = SHARE.exec(text) ?? [];
  if (digits === undefined) return undefined;
  const share = percent === undefined ? Number(digits) : Number(digits) / 100;
  return share <= 1 ? share : undefined;
}

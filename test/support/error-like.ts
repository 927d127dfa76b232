/** Makes what an error with this code matches, if its message contains this text. */
export function errorLike(code: string, text: string): { readonly code: string; readonly message: string } {
  return { code, message: expect.stringContaining(text) as string };
}

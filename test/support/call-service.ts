/** Makes a request to a local service, which must succeed, and returns the response; a text has no fields. */
export async function callService(
  { url, token }: { readonly url: string; readonly token: string },
  operation: string,
  body: object,
): Promise<Record<string, unknown>> {
  const response = await fetch(`${url}/${operation}`, {
    method: "POST",
    headers: { "content-type": "application/json", "x-api-token": token },
    body: JSON.stringify(body),
  });
  const text = await response.text();
  if (!response.ok) throw new Error(`${operation} answered ${response.status}: ${text}`);
  return text.startsWith("{") ? (JSON.parse(text) as Record<string, unknown>) : {};
}

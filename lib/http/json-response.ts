const bodies = new WeakMap<Response, Buffer>();

/** A JSON response whose body `bytesOf` has at hand. */
export function jsonResponse(body: unknown, init: { status?: number; headers?: Headers } = {}): Response {
  const bytes = Buffer.from(JSON.stringify(body));
  const headers = init.headers ?? new Headers();
  headers.set("Content-Type", "application/json");
  const response = new Response(bytes, { ...init, headers });
  bodies.set(response, bytes);
  return response;
}

/** The body of a response; not by its stream if it is at hand: that takes a twelfth of a short request. */
export async function bytesOf(response: Response): Promise<Buffer> {
  return bodies.get(response) ?? Buffer.from(await response.arrayBuffer());
}

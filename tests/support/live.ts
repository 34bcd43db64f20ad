import { GET } from "@/app/api/v1/workspaces/[workspace_id]/live/route";
import { readLive } from "@/tests/support/read-live";

/** A stream as a page reads it: what it was told so far, and whether it has ended. */
export async function listenTo(
  workspaceId: string,
  bearer: string,
  given: { signal?: AbortSignal; address?: string } = {},
) {
  const headers = new Headers({ authorization: `Bearer ${bearer}` });
  if (given.address) headers.set("x-forwarded-for", given.address);
  const request = new Request("http://localhost:3000/api/v1/live", { headers });
  const response = await GET(request, { params: Promise.resolve({ workspace_id: workspaceId }) });
  return { status: response.status, headers: response.headers, ...readLive(response) };
}

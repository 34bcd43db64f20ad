import { GET } from "@/app/api/v1/workspaces/[workspace_id]/live/route";

export type Change = { area: string; id: string; kind: string };

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

/** Reads an answer's events, as they come. */
export function readLive(response: Response) {
  const told: Change[] = [];
  const state = { isOver: false, text: "" };
  const reader = response.body?.getReader();
  const decoder = new TextDecoder();
  const reading = (async () => {
    for (;;) {
      const chunk = await reader?.read();
      if (!chunk || chunk.done) break;
      state.text += decoder.decode(chunk.value, { stream: true });
      const events = state.text.split("\n\n");
      state.text = events.pop() ?? "";
      for (const event of events) if (event.startsWith("data: ")) told.push(JSON.parse(event.slice(6)));
    }
  })()
    .catch(() => {})
    .finally(() => {
      state.isOver = true;
    });
  return {
    told,
    isOver: () => state.isOver,
    close: async () => {
      await reader?.cancel();
      await reading;
    },
  };
}

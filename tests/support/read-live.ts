export type Change = { area: string; id: string; kind: string };

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

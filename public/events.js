/*
 * <script src="https://…/events.js" data-key="wsk_…" defer></script>
 *
 * productEvents.track("plan_chosen", { plan: "pro" }), .identify("user-42"), .reset(), .flush()
 * Before it has loaded: (window.productEvents ||= []).push(["track", "plan_chosen"])
 *
 * Events stay in local storage until the service answers for them; it knows by its id what comes twice.
 */
(() => {
  const KEPT_MAX = 500;
  const BATCH_MAX = 100;
  const BATCH_CHARS_MAX = 20_000; // 60 KB at worst: beacons hold 64.
  const FLUSH_MS = 2_000;
  const RETRY_MS = 1_000;
  const RETRY_MS_MAX = 300_000;

  const { src, dataset } = document.currentScript;
  const url = new URL("api/v1/event-ingestion/events", src);
  const storageKey = `product-events:${dataset.key}`;
  const isLeftAlone = navigator.globalPrivacyControl || navigator.doNotTrack === "1";

  let memory = { queue: [] };
  let isStored = !isLeftAlone;
  let timer = 0;
  let isSending = false;
  let isRefused = false;
  let failures = 0;
  let notBefore = 0;

  // Anew each time: other tabs write too.
  function load() {
    try {
      const stored = isStored && JSON.parse(localStorage.getItem(storageKey));
      if (Array.isArray(stored.queue)) return stored;
    } catch {}
    return memory;
  }

  function change(edit) {
    if (isLeftAlone) return;
    const state = load();
    edit(state);
    memory = state;
    try {
      localStorage.setItem(storageKey, JSON.stringify(state));
    } catch {
      isStored = false;
    }
  }

  // Pages without TLS have no randomUUID.
  const newId = () =>
    Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) => (byte + 256).toString(16).slice(1)).join(
      "",
    );

  function firstBatch(queue) {
    let chars = 0;
    return queue.slice(0, BATCH_MAX).filter((event, index) => {
      chars += JSON.stringify(event).length;
      return index === 0 || chars <= BATCH_CHARS_MAX;
    });
  }

  // As plain text, which browsers send to other origins without asking first.
  const bodyOf = (events) => JSON.stringify({ api_key: dataset.key, events });

  function schedule(ms) {
    timer ||= setTimeout(flush, Math.max(ms, notBefore - Date.now()));
  }

  async function flush() {
    clearTimeout(timer);
    timer = 0;
    const events = firstBatch(load().queue);
    if (isSending || isRefused || !events.length) return;
    if (Date.now() < notBefore) return schedule(0);
    isSending = true;
    let waitMs = 0;
    try {
      const response = await fetch(url, { method: "POST", body: bodyOf(events), credentials: "omit" });
      const { status } = response;
      if (status === 429 || status >= 500) {
        notBefore = Date.now() + response.headers.get("retry-after") * 1_000;
        throw status;
      }
      isRefused = status === 401;
      const answer = await response.json();
      if (answer.detail || answer.rejected.length) console.warn("Product events refused:", answer);
      if (!isRefused) {
        const sent = events.map((event) => event.event_id);
        change((state) => {
          state.queue = state.queue.filter((event) => !sent.includes(event.event_id));
        });
      }
      failures = 0;
    } catch {
      waitMs = Math.min(RETRY_MS * 2 ** failures++, RETRY_MS_MAX) * (1 + Math.random());
    }
    isSending = false;
    schedule(waitMs);
  }

  const early = window.productEvents;
  const api = {
    flush,
    track(type, properties) {
      change((state) => {
        state.anonymous_id ||= newId();
        const { queue, anonymous_id, user_id } = state;
        const event = { event_id: newId(), type, properties, anonymous_id, user_id, occurred_at: new Date() };
        try {
          queue.push(JSON.parse(JSON.stringify(event)));
        } catch (error) {
          console.warn("No product event:", error);
        }
        // The oldest make room.
        state.queue = queue.slice(-KEPT_MAX);
      });
      schedule(FLUSH_MS);
    },
    identify(userId) {
      change((state) => {
        state.user_id = `${userId}`;
      });
    },
    reset() {
      change((state) => {
        state.anonymous_id = state.user_id = undefined;
      });
    },
  };
  window.productEvents = api;

  addEventListener("online", flush);
  addEventListener("visibilitychange", () => {
    if (document.visibilityState === "visible" || isRefused || Date.now() < notBefore) return;
    let { queue } = load();
    while (queue.length) {
      const events = firstBatch(queue);
      if (!navigator.sendBeacon(url, bodyOf(events))) return;
      queue = queue.slice(events.length);
    }
  });

  if (Array.isArray(early)) for (const [name, ...values] of early) api[name](...values);
  schedule(0);
})();

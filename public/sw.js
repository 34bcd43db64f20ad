/*
 * Shows a page of ours where a page can't be reached and the browser would show its own. Nothing else passes through
 * here, and nothing is kept. Console pages register it.
 */
const NO_CONNECTION = `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>No connection · Workspace Platform</title>
<style>
  :root { color-scheme: light dark; }
  body {
    display: grid;
    place-items: center;
    min-height: 100vh;
    margin: 0;
    background: light-dark(#fbfcfb, #121615);
    color: light-dark(#131917, #e7eae9);
    font: 1rem/1.55 ui-sans-serif, system-ui, sans-serif;
  }
  main { max-width: 26rem; padding: 1.5rem; text-align: center; }
  h1 { margin: 0 0 0.5rem; font-size: 1.5rem; letter-spacing: -0.02em; }
  p { margin: 0 0 1.5rem; color: light-dark(#636c69, #9ca4a1); }
  a {
    display: inline-block;
    padding: 0.5rem 1.25rem;
    border-radius: 0.5rem;
    background: #0a704c;
    color: #fff;
    font-weight: 500;
    text-decoration: none;
  }
  a:focus-visible { outline: 2px solid #259f72; outline-offset: 2px; }
</style>
</head>
<body>
<main>
<h1>No connection</h1>
<p>This page can't be loaded: you are offline, or the service can't be reached. What you saved is safe.</p>
<a href="">Try again</a>
</main>
</body>
</html>`;

function noConnection() {
  return new Response(NO_CONNECTION, {
    status: 503,
    headers: {
      "Content-Type": "text/html; charset=utf-8",
      "Content-Security-Policy": "default-src 'none'; style-src 'unsafe-inline'; frame-ancestors 'none'",
    },
  });
}

self.addEventListener("install", () => self.skipWaiting());

self.addEventListener("activate", (event) => {
  // The page is asked for while this script starts.
  event.waitUntil(Promise.all([self.registration.navigationPreload?.enable(), self.clients.claim()]));
});

self.addEventListener("fetch", (event) => {
  if (event.request.mode !== "navigate" || event.request.method !== "GET") return;
  const answer = async () => (await event.preloadResponse) ?? fetch(event.request);
  event.respondWith(answer().catch(noConnection));
});

import { once } from "node:events";
import { createServer } from "node:http";
import { ClientError } from "@/lib/tracker-client/client-error";

/*
 * How a desktop client signs in: it listens on the loopback address, sends the browser to the service, and the JWT
 * arrives at its listener (requirements, "Device sign-in").
 */

function page(title: string, text: string): string {
  return `<!doctype html><html lang="en"><meta charset="utf-8"><meta name="color-scheme" content="light dark">
<meta name="viewport" content="width=device-width"><title>${title}</title>
<body style="font:1.1rem/1.6 system-ui;display:grid;place-content:center;min-height:90vh;text-align:center">
<h1>${title}</h1><p>${text}</p></body></html>`;
}

type Listener = { port: number; token: Promise<string>; close(): void };

/** Waits on 127.0.0.1 for the one call with the token, or with the reason why there is none. */
export async function listenForToken(): Promise<Listener> {
  const server = createServer();
  const token = new Promise<string>((resolve, reject) => {
    server.on("request", (request, response) => {
      const url = new URL(request.url ?? "/", "http://127.0.0.1");
      const [found, error] = [url.searchParams.get("token"), url.searchParams.get("error")];
      const isCallback = url.pathname === "/callback" && (found ?? error) !== null;
      response.writeHead(isCallback ? 200 : 404, {
        "content-type": "text/html; charset=utf-8",
        "cache-control": "no-store",
        "referrer-policy": "no-referrer",
        connection: "close",
      });
      if (!isCallback) {
        response.end(page("Not here", "This address only waits for a sign-in to come back."));
      } else if (found !== null) {
        response.end(page("You are signed in", "You can close this window and go back to your terminal."));
        resolve(found);
      } else {
        response.end(page("Not signed in", "Your terminal says more. You can close this window."));
        reject(new ClientError(`Signing in failed: ${error}`));
      }
    });
  });
  // Whoever awaits it sees the failure; until then it must not count as unhandled.
  token.catch(() => {});
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const address = server.address();
  if (address === null || typeof address === "string") throw new ClientError("No free port on 127.0.0.1.");
  return { port: address.port, token, close: () => server.close() };
}

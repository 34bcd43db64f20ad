import { once } from "node:events";
import { createServer } from "node:http";
import { DemoError } from "@/lib/server/demo/api-client";
import { PERSONAS } from "@/lib/server/local-identity/sign-in-page";

/*
 * How a desktop client signs in: it listens on the loopback address, sends the browser to the service, and the JWT
 * arrives at its listener (requirements, "Device sign-in").
 */

const REDIRECTS_MAX = 20;

function page(title: string, text: string): string {
  return `<!doctype html><html lang="en"><meta charset="utf-8"><meta name="color-scheme" content="light dark">
<meta name="viewport" content="width=device-width"><title>${title}</title>
<body style="font:1.1rem/1.6 system-ui;display:grid;place-content:center;min-height:90vh;text-align:center">
<h1>${title}</h1><p>${text}</p></body></html>`;
}

type Listener = { port: number; token: Promise<string>; close(): void };

/** Waits on 127.0.0.1 for the one call that brings the token, or the reason why there is none. */
async function listenForToken(): Promise<Listener> {
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
        reject(new DemoError(`Signing in failed: ${error}`));
      }
    });
  });
  // Whoever awaits it sees the failure; until then it must not count as unhandled.
  token.catch(() => {});
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const address = server.address();
  if (address === null || typeof address === "string") throw new DemoError("No free port on 127.0.0.1.");
  return { port: address.port, token, close: () => server.close() };
}

/** Cookies per host name, as a browser keeps them for the short way of one sign-in. */
class CookieJar {
  private readonly byHost = new Map<string, Map<string, string>>();

  keep(url: URL, response: Response): void {
    const cookies = this.byHost.get(url.hostname) ?? new Map<string, string>();
    this.byHost.set(url.hostname, cookies);
    for (const line of response.headers.getSetCookie()) {
      const pair = line.split(";")[0] ?? "";
      const name = pair.slice(0, pair.indexOf("=")).trim();
      const value = pair.slice(pair.indexOf("=") + 1);
      if (value === "") cookies.delete(name);
      else cookies.set(name, value);
    }
  }

  header(url: URL): string {
    return [...(this.byHost.get(url.hostname) ?? [])].map(([name, value]) => `${name}=${value}`).join("; ");
  }
}

const attribute = (tag: string, name: string) =>
  new RegExp(`\\b${name}="([^"]*)"`).exec(tag)?.[1]?.replaceAll("&amp;", "&");

/** The form with a field for an email, filled in; null when the page has none. */
function fillIn(html: string, at: URL, email: string): { url: URL; body: URLSearchParams } | null {
  const forms = html.match(/<form\b[\s\S]*?<\/form>/g) ?? [];
  const form = forms.find((each) =>
    /<input\b[^>]*\bname="email"[^>]*type="email"|<input\b[^>]*type="email"[^>]*\bname="email"/.test(each),
  );
  if (!form) return null;
  const body = new URLSearchParams();
  for (const input of form.match(/<input\b[^>]*type="hidden"[^>]*>/g) ?? []) {
    const name = attribute(input, "name");
    if (name) body.set(name, attribute(input, "value") ?? "");
  }
  const [local = email] = email.split("@");
  const persona = PERSONAS.find((each) => each.email === email.toLowerCase());
  body.set("name", persona?.name ?? local.charAt(0).toUpperCase() + local.slice(1));
  body.set("email", email);
  return { url: new URL(attribute(form, "action") ?? "", at), body };
}

/** Walks the browser's way with no browser: follows redirects with a cookie jar, and fills in the sign-in form. */
async function browse(start: string, email: string): Promise<void> {
  const jar = new CookieJar();
  let url = new URL(start);
  let form: URLSearchParams | null = null;
  for (let hop = 0; hop < REDIRECTS_MAX; hop++) {
    const response: Response = await fetch(url, {
      redirect: "manual",
      method: form ? "POST" : "GET",
      headers: { cookie: jar.header(url), accept: "text/html" },
      ...(form ? { body: form } : {}),
    }).catch((cause: unknown) => {
      throw new DemoError(`No answer from ${url.origin}. Is the service running? Start it with: npm start`, {
        cause,
      });
    });
    jar.keep(url, response);
    form = null;
    const location = response.headers.get("location");
    const html = await response.text();
    if (location !== null) {
      url = new URL(location, url);
      continue;
    }
    if (url.hostname === "127.0.0.1" && url.pathname === "/callback") return;
    if (!response.ok)
      throw new DemoError(
        `Signing in stopped at ${url.origin}${url.pathname}: ${response.status} ${html.slice(0, 300)}`,
      );
    const filled = fillIn(html, url, email);
    if (!filled) {
      throw new DemoError(
        `--as works with the built-in identity provider only, and ${url.origin} shows another page. Leave it out and sign in with your browser.`,
      );
    }
    [url, form] = [filled.url, filled.body];
  }
  throw new DemoError("Signing in went round in circles.");
}

/**
 * Signs in at the service and gives the JWT: by itself at the built-in identity provider when `email` is given, else
 * by showing the address for a browser.
 * @throws DemoError with the service's error code, or when it can't be reached
 */
export async function signIn(base: string, provider: string, email: string | undefined): Promise<string> {
  const listener = await listenForToken();
  const start = `${base}/auth/device/login?provider=${encodeURIComponent(provider)}&port=${listener.port}&client=Demo%20client`;
  try {
    if (email === undefined) console.log(`Open this address in your browser to sign in:\n\n  ${start}\n`);
    else await browse(start, email);
    return await listener.token;
  } finally {
    listener.close();
  }
}

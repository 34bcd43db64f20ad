import { PERSONAS } from "@/lib/server/local-identity/sign-in-page";
import { ClientError } from "@/lib/tracker-client/client-error";
import { listenForToken } from "@/lib/tracker-client/loopback";

const REDIRECTS_MAX = 20;

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
      throw new ClientError(
        `No answer from ${url.origin}. Is the service running? Start it with: npm start`,
        {
          cause,
        },
      );
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
      throw new ClientError(
        `Signing in stopped at ${url.origin}${url.pathname}: ${response.status} ${html.slice(0, 300)}`,
      );
    const filled = fillIn(html, url, email);
    if (!filled) {
      throw new ClientError(
        `--as works with the built-in identity provider only, and ${url.origin} shows another page. Leave it out and sign in with your browser.`,
      );
    }
    [url, form] = [filled.url, filled.body];
  }
  throw new ClientError("Signing in was redirected too many times.");
}

/**
 * Signs in to the service and returns the JWT: automatically at the built-in identity provider if `email` is given,
 * otherwise by showing an address for a browser.
 * @throws ClientError with the service's error code, or if it can't be reached
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

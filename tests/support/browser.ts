import { parseSetCookie, stringifyCookie } from "cookie";
import type { Route } from "@/lib/routes/route";
import { type Answer, call } from "@/tests/support/call";

type Visit = {
  params?: Record<string, string>;
  query?: Record<string, string>;
  headers?: Record<string, string>;
};

/** A person's browser: one cookie jar per host, and the patience to follow a provider's redirects. */
export class Browser {
  private readonly jars = new Map<string, Map<string, string>>();

  private jar(host: string): Map<string, string> {
    const jar = this.jars.get(host) ?? new Map<string, string>();
    this.jars.set(host, jar);
    return jar;
  }

  private keep(host: string, headers: Headers): void {
    for (const line of headers.getSetCookie()) {
      const { name, value, maxAge } = parseSetCookie(line);
      if (maxAge === 0 || !value) this.jar(host).delete(name);
      else this.jar(host).set(name, value);
    }
  }

  private cookies(host: string): string {
    return stringifyCookie(Object.fromEntries(this.jar(host)));
  }

  /** The names of the service's cookies that this browser holds. */
  get serviceCookies(): string[] {
    return [...this.jar("service").keys()].sort();
  }

  /** Opens a route of the service. */
  async open(route: Route, visit: Visit = {}): Promise<Answer> {
    const cookie = this.cookies("service");
    const headers = { ...visit.headers, ...(cookie ? { cookie } : {}) };
    const answer = await call(route, "GET", { ...visit, headers });
    this.keep("service", answer.headers);
    return answer;
  }

  /**
   * Goes through a provider's pages until it sends the browser back to the service; gives that address. The first page
   * that asks something gets `form` posted to it.
   */
  async goThrough(location: string, serviceUrl: string, form?: Record<string, string>): Promise<URL> {
    let url = new URL(location);
    let body: URLSearchParams | null = null;
    let unanswered = form;
    for (let hops = 0; hops < 20; hops++) {
      if (url.origin === new URL(serviceUrl).origin) return url;
      const response = await fetch(url, {
        method: body ? "POST" : "GET",
        headers: { cookie: this.cookies(url.host) },
        redirect: "manual",
        body,
      });
      body = null;
      this.keep(url.host, response.headers);
      const next = response.headers.get("location");
      if (next === null && response.ok && unanswered) {
        body = new URLSearchParams(unanswered);
        unanswered = undefined;
        continue;
      }
      if (next === null)
        throw new Error(`${url.pathname} answered ${response.status}: ${await response.text()}`);
      url = new URL(next, url);
    }
    throw new Error("the provider never sent the browser back");
  }
}

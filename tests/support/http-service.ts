import { once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { ROUTES } from "@/app/api/v1/openapi.json/routes";
import type { Route } from "@/lib/routes/route";

/*
 * The service's own handlers behind a socket, for clients that speak HTTP: without Next, so without a build.
 */

const PREFIX = "/api/v1";

type Compiled = { pattern: RegExp; names: string[]; path: string };

const COMPILED: Compiled[] = Object.keys(ROUTES)
  // What is spelled out comes before what varies.
  .toSorted((a, b) => a.split("{").length - b.split("{").length)
  .map((path) => ({
    path,
    names: [...path.matchAll(/\{(\w+)\}/g)].map(([, name = ""]) => name),
    pattern: new RegExp(`^${path.replace(/\{\w+\}/g, "([^/]+)")}$`),
  }));

async function find(pathname: string, method: string) {
  for (const { path, names, pattern } of COMPILED) {
    const found = pattern.exec(pathname);
    const module = found && ((await ROUTES[path]?.()) as Record<string, Route> | undefined);
    const route = module?.[method];
    if (!route) continue;
    return {
      route,
      params: Object.fromEntries(names.map((name, index) => [name, found?.[index + 1] ?? ""])),
    };
  }
  return null;
}

export type HttpService = {
  url: string;
  /** How often it was asked for anything. */
  readonly asked: number;
  stop(): Promise<void>;
};

/** Listens on a free port of 127.0.0.1. */
export async function startHttpService(): Promise<HttpService> {
  let asked = 0;
  const server = createServer(async (incoming, outgoing) => {
    asked += 1;
    const url = new URL(incoming.url ?? "/", "http://localhost:3000");
    const method = incoming.method ?? "GET";
    const chunks: Buffer[] = [];
    for await (const chunk of incoming) chunks.push(chunk);
    const found = await find(url.pathname.replace(PREFIX, ""), method);
    const headers = new Headers();
    for (const [name, value] of Object.entries(incoming.headers)) headers.set(name, String(value));
    const body = chunks.length > 0 ? { body: Buffer.concat(chunks) } : {};
    const answer = found
      ? await found.route(new Request(url, { method, headers, ...body }), {
          params: Promise.resolve(found.params),
        })
      : new Response(null, { status: 404 });
    outgoing.writeHead(answer.status, Object.fromEntries(answer.headers));
    outgoing.end(Buffer.from(await answer.arrayBuffer()));
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    get asked() {
      return asked;
    },
    stop: async () => {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

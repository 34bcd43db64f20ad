import { createServer, type Server } from "node:http";
import { answerMetrics } from "@/lib/metrics/answer-metrics";
import { PORT_RETRY_MS } from "@/lib/metrics/limits";
import { env } from "@/lib/platform/env";
import { log } from "@/lib/platform/log";

const LOOPBACK = "127.0.0.1";

function server(): Server {
  return createServer(async (incoming, outgoing) => {
    const { pathname } = new URL(incoming.url ?? "/", "http://worker");
    const isAsked = pathname === "/metrics" && incoming.method === "GET";
    const headers = new Headers({ authorization: incoming.headers.authorization ?? "" });
    const answer = isAsked
      ? await answerMetrics(new Request("http://worker/metrics", { headers }), "worker")
      : Response.json({ detail: "Not found" }, { status: 404 });
    outgoing.writeHead(answer.status, Object.fromEntries(answer.headers)).end(await answer.text());
  });
}

/**
 * Serves the worker's own metrics at METRICS_PORT; does nothing if that is not set. A port in use is tried again and
 * never keeps the worker from its work.
 */
export function serveWorkerMetrics(): void {
  const { METRICS_TOKEN, METRICS_PORT, HOST, isLoopback } = env();
  if (METRICS_TOKEN === undefined || METRICS_PORT === undefined) return;
  const host = HOST ?? (isLoopback ? LOOPBACK : undefined);
  let isLogged = false;
  const listen = () => {
    const listening = server();
    listening.on("error", (error) => {
      if (!isLogged)
        log.warn({ err: error, port: METRICS_PORT }, "METRICS_PORT can't be listened at; trying again");
      isLogged = true;
      setTimeout(listen, PORT_RETRY_MS).unref();
    });
    listening.listen(METRICS_PORT, host).unref();
  };
  listen();
}

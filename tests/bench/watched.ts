import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import pg from "pg";
import {
  drive,
  enrolUploaders,
  eventsPerSecond,
  noSide,
  percentile,
  serviceSender,
} from "@/tests/bench/uploads";
import { startService } from "@/tests/support/service";

/*
 * What it costs to be watched: uploads to two whole services in turns, one with metrics that are scraped and every request
 * traced, one with neither. Both run all the time, so that what the worker of one does weighs on both.
 */

const UPLOADERS = 300;
const CONCURRENCY = 4;
const WARM_UP_S = 5;
const ROUNDS = 8;
const ROUND_S = 3;
const SCRAPE_MS = 5_000;
const METRICS_TOKEN = "a-token-of-the-bench-that-is-long";

type Watch = { settings: Record<string, string>; begin(baseUrl: string): () => void };

/** A collector that takes all traces, and settings that send them there; with a scraper. */
async function watch(): Promise<Watch & { spans(): number }> {
  let spans = 0;
  const collector = createServer((request, response) => {
    request.on("data", () => {});
    request.on("end", () => {
      spans++;
      response.writeHead(200, { "content-type": "application/json" }).end("{}");
    });
  });
  await new Promise<void>((resolve) => collector.listen(0, "127.0.0.1", resolve));
  const { port } = collector.address() as AddressInfo;
  return {
    settings: {
      METRICS_TOKEN,
      OTEL_EXPORTER_OTLP_ENDPOINT: `http://127.0.0.1:${port}`,
      OTEL_TRACES_SAMPLER_ARG: "1",
    },
    spans: () => spans,
    begin(baseUrl) {
      const scraping = setInterval(async () => {
        const headers = { authorization: `Bearer ${METRICS_TOKEN}` };
        const answer = await fetch(`${baseUrl}/metrics`, { headers }).catch(() => null);
        await answer?.text();
      }, SCRAPE_MS);
      return () => {
        clearInterval(scraping);
        collector.closeAllConnections();
        collector.close();
      };
    },
  };
}

async function aSide(settings: Record<string, string>) {
  const service = await startService(settings);
  const client = new pg.Client({ connectionString: service.databaseUrl });
  await client.connect();
  const uploaders = await enrolUploaders(client, UPLOADERS);
  await client.end();
  const sender = serviceSender(service.baseUrl, uploaders, CONCURRENCY);
  await drive(noSide(), WARM_UP_S, CONCURRENCY, sender.send);
  return { service, sender, side: noSide() };
}

export default async function watched(): Promise<void> {
  const watching = await watch();
  const plain = await aSide({});
  const seen = await aSide(watching.settings);
  const end = watching.begin(seen.service.baseUrl);
  try {
    for (let round = 0; round < ROUNDS; round++) {
      // Who goes first has what the other one left behind to bear: they take turns in that, too.
      const order = round % 2 === 0 ? [plain, seen] : [seen, plain];
      for (const { side, sender } of order) await drive(side, ROUND_S, CONCURRENCY, sender.send);
    }
    if (watching.spans() === 0) throw new Error("No span came.");
    const [events, plainEvents] = [eventsPerSecond(seen.side), eventsPerSecond(plain.side)];
    console.log(
      `p50_ms=${percentile(seen.side, 0.5).toFixed(1)} plain_p50_ms=${percentile(plain.side, 0.5).toFixed(1)}`,
    );
    console.log(
      `watched: events_per_s=${Math.round(events)} plain_events_per_s=${Math.round(plainEvents)} ratio=${(events / plainEvents).toFixed(3)} cost_percent=${(100 * (1 - events / plainEvents)).toFixed(1)}`,
    );
  } finally {
    end();
    for (const { sender, service } of [plain, seen]) {
      await sender.close();
      await service.stop();
    }
  }
}

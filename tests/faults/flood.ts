import { connect, type Socket } from "node:net";
import { setTimeout as sleep } from "node:timers/promises";
import { Pool } from "undici";
import { enrolUploaders, type Uploader } from "@/tests/bench/uploads";
import { furnish, until, withClient } from "@/tests/faults/support";
import { type Service, startService } from "@/tests/support/service";

/*
 * Ordinary requests beside a flood of connections from the same address: many that say nothing, some whose headers come a
 * byte a second, and some whose bodies do. Those that the service ends are opened anew. The ordinary ones must all be
 * answered, and the slowest hundredth of them must not take more than twice as long as without the flood.
 */

const IDLE = 1_000;
const SLOW_HEADERS = 200;
const SLOW_BODIES = 200;
const DRIP_MS = 1_000;

const ROUNDS = 3;
/** Longer than slow headers are waited for, so that the flood is ended and begins anew. */
const ROUND_MS = 25_000;
const WARM_UP_MS = 5_000;
const CLIENTS = 8;
const PAUSE_MS = 40;
const OPEN_WAIT_MS = 60_000;
const RATIO_MAX = 2;

type Kind = { begins: string; drips: string };
const IDLY: Kind = { begins: "", drips: "" };
const BY_HEADERS: Kind = {
  begins: "POST /api/v1/tracker/events:batch HTTP/1.1\r\nHost: x\r\nX-A: ",
  drips: "a",
};
const BY_BODY: Kind = {
  begins: "POST /api/v1/webhooks/code_host HTTP/1.1\r\nHost: x\r\nContent-Length: 100000\r\n\r\n",
  drips: " ",
};

/** Connections that keep coming back until `end`. */
class Flood {
  readonly #open = new Set<Socket>();
  readonly #port: number;
  #isOver = false;
  /** How many the service ended. */
  ended = 0;

  constructor(port: number) {
    this.#port = port;
    for (const [count, kind] of [
      [IDLE, IDLY],
      [SLOW_HEADERS, BY_HEADERS],
      [SLOW_BODIES, BY_BODY],
    ] as const) {
      for (let each = 0; each < count; each++) this.#dial(kind);
    }
  }

  get open(): number {
    return this.#open.size;
  }

  end(): void {
    this.#isOver = true;
    for (const socket of this.#open) socket.destroy();
  }

  #dial(kind: Kind): void {
    const socket = connect(this.#port, "localhost");
    let dripping: NodeJS.Timeout | undefined;
    socket.on("connect", () => {
      if (this.#isOver) return socket.destroy();
      this.#open.add(socket);
      if (kind.begins === "") return;
      socket.write(kind.begins);
      dripping = setInterval(() => socket.writable && socket.write(kind.drips), DRIP_MS);
    });
    socket.on("error", () => {});
    socket.on("data", () => {});
    socket.on("close", () => {
      clearInterval(dripping);
      this.#open.delete(socket);
      if (this.#isOver) return;
      this.ended++;
      setTimeout(() => this.#isOver || this.#dial(kind), DRIP_MS);
    });
  }
}

type Times = { ms: number[]; refused: number; lost: number };

/** Sends ordinary requests for a while: heartbeats, which the front door answers itself, and lists, which Next does. */
async function drive(service: Service, token: string, uploaders: Uploader[], forMs: number): Promise<Times> {
  const http = new Pool(service.baseUrl, { connections: CLIENTS });
  const times: Times = { ms: [], refused: 0, lost: 0 };
  const endsAt = performance.now() + forMs;
  const one = async (client: number) => {
    for (let turn = client; performance.now() < endsAt; turn++) {
      const device = uploaders[turn % uploaders.length];
      const isHeartbeat = turn % 2 === 0;
      const began = performance.now();
      try {
        const { statusCode, body } = await http.request({
          method: isHeartbeat ? "POST" : "GET",
          path: isHeartbeat
            ? `/api/v1/tracker/devices:heartbeat?device_id=${device?.deviceId}`
            : "/api/v1/workspaces",
          headers: { authorization: `Bearer ${isHeartbeat ? device?.token : token}` },
        });
        await body.dump();
        if (statusCode !== 200) times.refused++;
        times.ms.push(performance.now() - began);
      } catch {
        times.lost++;
      }
      await sleep(PAUSE_MS);
    }
  };
  await Promise.all(Array.from({ length: CLIENTS }, (_, client) => one(client)));
  await http.close();
  return times;
}

function p99(all: Times[]): number {
  const sorted = all.flatMap(({ ms }) => ms).sort((a, b) => a - b);
  return sorted[Math.floor(sorted.length * 0.99)] ?? Number.NaN;
}

const sum = (all: Times[], key: "refused" | "lost") => all.reduce((total, each) => total + each[key], 0);

export default async function flood(): Promise<boolean> {
  const service = await startService({ LOG_LEVEL: "warn" });
  try {
    const { uploaders, token } = await withClient(service, async (client) => ({
      uploaders: await enrolUploaders(client, CLIENTS),
      token: (await furnish(client)).token,
    }));
    const run = (forMs: number) => drive(service, token, uploaders, forMs);
    await run(WARM_UP_MS);
    const [quiet, flooded]: [Times[], Times[]] = [[], []];
    let ended = 0;
    for (let round = 0; round < ROUNDS; round++) {
      quiet.push(await run(ROUND_MS));
      const others = new Flood(Number(new URL(service.baseUrl).port));
      const whole = IDLE + SLOW_HEADERS + SLOW_BODIES;
      await until("The flood", OPEN_WAIT_MS, () => others.open === whole);
      flooded.push(await run(ROUND_MS));
      others.end();
      ended += others.ended;
    }
    const [quietMs, floodedMs] = [p99(quiet), p99(flooded)];
    const ratio = floodedMs / quietMs;
    const [refused, lost] = [sum(flooded, "refused"), sum(flooded, "lost")];
    console.log(
      `flood: quiet_p99_ms=${quietMs.toFixed(1)} p99_ms=${floodedMs.toFixed(1)} ratio=${ratio.toFixed(2)} ` +
        `refused=${refused} lost=${lost} idle=${IDLE} slow=${SLOW_HEADERS + SLOW_BODIES} ended=${ended}`,
    );
    return ratio <= RATIO_MAX && refused === 0 && lost === 0 && ended > 0;
  } finally {
    await service.stop();
  }
}

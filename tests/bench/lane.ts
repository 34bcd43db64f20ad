import pg from "pg";
import { Pool } from "undici";
import { drive, enrolUploaders, noSide, percentile } from "@/tests/bench/uploads";
import { startService } from "@/tests/support/service";

/*
 * The same small request of the same service, answered by the front door itself and through Next, in turns: a heartbeat of
 * a device. The front door leaves to Next whoever weighs encodings, which is how the other side gets there.
 */

const DEVICES = 40;
const CONCURRENCY = 4;
const WARM_UP_S = 4;
const ROUNDS = 5;
const ROUND_S = 3;

export default async function lane(): Promise<void> {
  const service = await startService();
  const http = new Pool(service.baseUrl, { connections: CONCURRENCY });
  try {
    const client = new pg.Client({ connectionString: service.databaseUrl });
    await client.connect();
    const devices = await enrolUploaders(client, DEVICES);
    await client.end();
    let next = 0;
    const sender = (isDirect: boolean) => async (): Promise<void> => {
      const device = devices[next++ % devices.length];
      const { statusCode, headers, body } = await http.request({
        method: "POST",
        path: `/api/v1/tracker/devices:heartbeat?device_id=${device?.deviceId}`,
        headers: {
          authorization: `Bearer ${device?.token}`,
          ...(isDirect ? {} : { "accept-encoding": "identity;q=1" }),
        },
      });
      const text = await body.text();
      if (statusCode !== 200) throw new Error(`A heartbeat was answered ${statusCode} ${text.slice(0, 300)}`);
      if ((headers["content-length"] !== undefined) !== isDirect) throw new Error("It went the other way.");
    };
    const [direct, throughNext] = [sender(true), sender(false)];
    await drive(noSide(), WARM_UP_S, CONCURRENCY, throughNext);
    await drive(noSide(), WARM_UP_S, CONCURRENCY, direct);
    const [ours, theirs] = [noSide(), noSide()];
    for (let round = 0; round < ROUNDS; round++) {
      await drive(ours, ROUND_S, CONCURRENCY, direct);
      await drive(theirs, ROUND_S, CONCURRENCY, throughNext);
    }
    const [perS, nextPerS] = [ours.batches / ours.seconds, theirs.batches / theirs.seconds];
    console.log(
      `p50_ms=${percentile(ours, 0.5).toFixed(1)} next_p50_ms=${percentile(theirs, 0.5).toFixed(1)} next_p99_ms=${percentile(theirs, 0.99).toFixed(1)}`,
    );
    console.log(
      `lane: requests_per_s=${Math.round(perS)} next_requests_per_s=${Math.round(nextPerS)} ratio=${(perS / nextPerS).toFixed(2)} p99_ms=${percentile(ours, 0.99).toFixed(1)}`,
    );
  } finally {
    await http.close();
    await service.stop();
  }
}

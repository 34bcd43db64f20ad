import pg from "pg";
import { Pool } from "undici";
import { quantile } from "@/tests/bench/figures";
import { aHouse } from "@/tests/bench/house";
import { startService } from "@/tests/support/service";

/*
 * What one person notices of a program that asks for a hundred pages of lists at a time in another workspace: one request
 * after the other, alone and then beside it.
 */

const RECORDS = 1_000;
const AT_A_TIME = 100;
const PAUSE_MS = 20;
const WARM_UP_S = 5;
const MEASURED_S = 20;

const wait = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));

export default async function callers(): Promise<void> {
  const service = await startService();
  const client = new pg.Client({ connectionString: service.databaseUrl });
  await client.connect();
  const [calm, busy] = [1, AT_A_TIME].map((connections) => new Pool(service.baseUrl, { connections }));
  try {
    const [quiet, crowd] = [await aHouse(client, service, "Quiet"), await aHouse(client, service, "Crowd")];
    const csv = ["name", ...Array.from({ length: RECORDS }, (_, n) => `Company ${n}`)].join("\n");
    await crowd.api("POST", `${crowd.objects}/company/records/import`, { csv });
    const ask = async (http: Pool | undefined, path: string, authorization: string) => {
      const answer = await http?.request({
        method: "GET",
        path: `/api/v1${path}`,
        headers: { authorization },
      });
      const text = await answer?.body.text();
      if (answer?.statusCode !== 200)
        throw new Error(`${path}: ${answer?.statusCode} ${text?.slice(0, 300)}`);
    };
    const measure = async (seconds: number): Promise<number[]> => {
      const took: number[] = [];
      for (
        const endAt = performance.now() + seconds * 1000;
        performance.now() < endAt;
        await wait(PAUSE_MS)
      ) {
        const started = performance.now();
        await ask(calm, `/workspaces/${quiet.id}/members`, quiet.authorization);
        took.push(performance.now() - started);
      }
      return took;
    };
    await measure(WARM_UP_S);
    const alone = await measure(MEASURED_S);
    const lists = [
      `${crowd.objects}/company/records?limit=200`,
      `/workspaces/${crowd.id}/audit?limit=200`,
      `/workspaces/${crowd.id}/search?q=company`,
      `/workspaces/${crowd.id}/members`,
    ];
    let isOver = false;
    let answered = 0;
    const crowding = Array.from({ length: AT_A_TIME }, async (_, n) => {
      while (!isOver) {
        await ask(busy, lists[n % lists.length] ?? "", crowd.authorization);
        answered += 1;
      }
    });
    await wait(WARM_UP_S * 1000);
    const before = answered;
    const beside = await measure(MEASURED_S);
    const perS = (answered - before) / MEASURED_S;
    isOver = true;
    await Promise.all(crowding);
    const figures = (name: string, took: number[]) =>
      `${name}_p50_ms=${Math.round(quantile(took, 0.5))} ${name}_p99_ms=${Math.round(quantile(took, 0.99))}`;
    console.log(
      `callers: ${figures("quiet", alone)} ${figures("crowded", beside)} crowd_per_s=${Math.round(perS)}`,
    );
  } finally {
    await Promise.all([calm?.close(), busy?.close()]);
    await client.end();
    await service.stop();
  }
}

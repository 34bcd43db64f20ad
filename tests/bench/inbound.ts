import { randomUUID } from "node:crypto";
import { rm } from "node:fs/promises";
import definitions from "@octokit/webhooks-examples";
import pg from "pg";
import { Pool } from "undici";
import { copyWith } from "@/tests/bench/project-copy";
import { drive, noSide, percentile } from "@/tests/bench/uploads";
import { signatureOf } from "@/tests/support/code-host-webhooks";
import { startService } from "@/tests/support/service";

/*
 * Webhooks of the code host through the whole service against a route that only reads their bodies: real payloads, same
 * server, same concurrency, sides in turns, the worker handling what came behind. The bare route is no part of the
 * product, so the service that is measured is built from a copy of the project that has it.
 */

const SECRET = "a-webhook-secret-of-the-bench";
const PAYLOAD_BYTES_MIN = 8_192;
const PAYLOAD_BYTES_MAX = 30_720;
const CONCURRENCY = 8;
const WARM_UP_S = 4;
const ROUNDS = 5;
const ROUND_S = 4;

const BARE_ROUTE = "app/api/bare/route.ts";
const BARE_ROUTE_SOURCE = `export async function POST(request: Request): Promise<Response> {
  return Response.json({ bytes: (await request.arrayBuffer()).byteLength });
}
`;

type Payload = { event: string; body: Buffer; signature: string; repositoryId: number };

/** The real payloads of handled events that are as large as most are. */
function payloads(): Payload[] {
  return definitions
    .filter(({ name }) => ["push", "pull_request", "pull_request_review", "issues"].includes(name))
    .flatMap(({ name, examples }) =>
      examples.flatMap((example) => {
        const body = Buffer.from(JSON.stringify(example, null, 2));
        const { repository } = example as { repository?: { id: number } };
        const isUsual = body.length >= PAYLOAD_BYTES_MIN && body.length <= PAYLOAD_BYTES_MAX;
        if (!repository || !isUsual) return [];
        return [{ event: name, body, signature: signatureOf(body, SECRET), repositoryId: repository.id }];
      }),
    );
}

/** Lets a workspace adopt the payloads' repositories, so that their jobs have work to do. */
async function adopt(databaseUrl: string, repositoryIds: number[]): Promise<void> {
  const client = new pg.Client({ connectionString: databaseUrl });
  await client.connect();
  const [workspaceId, developerId] = [randomUUID(), randomUUID()];
  await client.query(
    "INSERT INTO developer (id, name, email, updated_at) VALUES ($1, 'Bench', 'bench@example.com', now())",
    [developerId],
  );
  await client.query(
    "INSERT INTO workspace (id, name, slug, updated_at) VALUES ($1, 'Bench', 'bench', now())",
    [workspaceId],
  );
  await client.query("INSERT INTO workspace_member (workspace_id, developer_id) VALUES ($1, $2)", [
    workspaceId,
    developerId,
  ]);
  await client.query(
    `INSERT INTO workspace_repository (id, workspace_id, external_id, full_name, default_branch, is_private,
       adopted_by_developer_id, updated_at)
     SELECT gen_random_uuid(), $1, id, 'bench/' || id, 'main', false, $2, now() FROM unnest($3::text[]) AS id`,
    [workspaceId, developerId, [...new Set(repositoryIds)].map(String)],
  );
  await client.end();
}

export default async function inbound(): Promise<void> {
  // Most of this bench's time, and minutes on a busy machine: without a word it looks as if it hung.
  console.log("copying and building the project with the bare route …");
  const beganMs = performance.now();
  const copy = await copyWith({ [BARE_ROUTE]: BARE_ROUTE_SOURCE });
  const service = await startService({ CODE_HOST_WEBHOOK_SECRET: SECRET }, copy);
  console.log(`built and started after ${Math.round((performance.now() - beganMs) / 1000)} s`);
  const http = new Pool(service.baseUrl, { connections: CONCURRENCY });
  try {
    const all = payloads();
    const sizes = all.map(({ body }) => body.length).sort((a, b) => a - b);
    console.log(`${all.length} payloads of ${sizes[0]} to ${sizes.at(-1)} bytes`);
    await adopt(
      service.databaseUrl,
      all.map(({ repositoryId }) => repositoryId),
    );
    let next = 0;
    const sender = (address: string, wanted: string) => async (): Promise<void> => {
      const payload = all[next++ % all.length];
      if (!payload) throw new Error("no payloads");
      const { statusCode, body } = await http.request({
        method: "POST",
        path: address,
        headers: {
          "content-type": "application/json",
          "x-host-event": payload.event,
          "x-host-delivery": randomUUID(),
          "x-host-signature-256": payload.signature,
        },
        body: payload.body,
      });
      const answer = await body.text();
      if (statusCode !== 200 || !answer.includes(wanted))
        throw new Error(`${address}: ${statusCode} ${answer}`);
    };
    const ours = sender("/api/v1/webhooks/code_host", '"accepted"');
    const bare = sender("/api/bare", '"bytes"');
    await drive(noSide(), WARM_UP_S, CONCURRENCY, ours);
    await drive(noSide(), WARM_UP_S, CONCURRENCY, bare);
    const [oursSide, bareSide] = [noSide(), noSide()];
    for (let round = 0; round < ROUNDS; round++) {
      await drive(oursSide, ROUND_S, CONCURRENCY, ours);
      await drive(bareSide, ROUND_S, CONCURRENCY, bare);
    }
    const [perS, barePerS] = [oursSide, bareSide].map((side) => side.batches / side.seconds) as [
      number,
      number,
    ];
    console.log(
      `p50_ms=${percentile(oursSide, 0.5).toFixed(1)} bare_p50_ms=${percentile(bareSide, 0.5).toFixed(1)} bare_p99_ms=${percentile(bareSide, 0.99).toFixed(1)}`,
    );
    console.log(
      `inbound: requests_per_s=${Math.round(perS)} bare_requests_per_s=${Math.round(barePerS)} ratio=${(perS / barePerS).toFixed(2)} p99_ms=${percentile(oursSide, 0.99).toFixed(1)}`,
    );
  } finally {
    await http.close();
    await service.stop();
    await rm(copy, { recursive: true, force: true });
  }
}

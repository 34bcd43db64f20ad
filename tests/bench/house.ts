import { randomUUID } from "node:crypto";
import type pg from "pg";
import { bearerOf } from "@/tests/bench/reader";

type Api = <T = { id: string }>(method: string, path: string, body?: object) => Promise<T>;
/** `objects` is the path of its CRM objects. */
export type House = { id: string; objects: string; authorization: string; api: Api };
export type At = { dataDir: string; baseUrl: string };

/** A person with a workspace of the largest plan, and a function that calls the API as that person. */
export async function aHouse(client: pg.Client, { dataDir, baseUrl }: At, name: string): Promise<House> {
  const developerId = randomUUID();
  await client.query("INSERT INTO developer (id, name, email, updated_at) VALUES ($1, $2, $3, now())", [
    developerId,
    name,
    `${developerId}@example.com`,
  ]);
  const authorization = `Bearer ${await bearerOf(dataDir, developerId)}`;
  const api: Api = async (method, path, body) => {
    const answer = await fetch(`${baseUrl}/api/v1${path}`, {
      method,
      headers: { authorization, "content-type": "application/json" },
      ...(body ? { body: JSON.stringify(body) } : {}),
    });
    const text = await answer.text();
    if (!answer.ok) throw new Error(`${method} ${path}: ${answer.status} ${text.slice(0, 300)}`);
    return JSON.parse(text);
  };
  const { id } = await api("POST", "/workspaces", { name });
  await client.query("UPDATE workspace SET plan_id = 'enterprise' WHERE id = $1", [id]);
  return { id, api, authorization, objects: `/workspaces/${id}/crm/objects` };
}

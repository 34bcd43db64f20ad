import pg from "pg";
import { env } from "@/lib/platform/env";

const ASKED_EVERY_MS = 10_000;
const ANSWER_MS_MAX = 5_000;

/** A listening connection; it may be closed twice. */
export type Listener = { close(): Promise<void> };

/**
 * Listens to a channel of the database (`NOTIFY`) on a connection of its own, directly to the server, because
 * notifications don't pass through a pooler. Notifications sent while nobody listens are lost.
 * @param onLost called once if the connection breaks or stops answering; not after `close`
 * @throws if no connection can be made
 */
export async function listen(
  channel: string,
  onNotice: (payload: string) => void,
  onLost: () => void,
): Promise<Listener> {
  const client = new pg.Client({
    connectionString: env().DIRECT_DATABASE_URL,
    connectionTimeoutMillis: ANSWER_MS_MAX,
    keepAlive: true,
    application_name: `listens to ${channel}`,
  });
  let isOver = false;
  const over = () => {
    if (isOver) return false;
    isOver = true;
    clearInterval(asking);
    return true;
  };
  const close = async () => {
    over();
    await client.end().catch(() => {});
  };
  const lose = () => {
    if (!over()) return;
    void client.end().catch(() => {});
    onLost();
  };
  client.on("error", lose);
  client.on("end", lose);
  client.on("notification", ({ payload = "" }) => onNotice(payload));
  // A server that vanished without closing the connection is detected by querying it.
  const question: pg.QueryConfig & { query_timeout: number } = {
    text: "SELECT 1",
    query_timeout: ANSWER_MS_MAX,
  };
  const asking = setInterval(() => client.query(question).catch(lose), ASKED_EVERY_MS).unref();
  try {
    await client.connect();
    await client.query(`LISTEN ${pg.escapeIdentifier(channel)}`);
  } catch (error) {
    await close();
    throw error;
  }
  return { close };
}

import pg from "pg";
import { env } from "@/lib/platform/env";

const ASKED_EVERY_MS = 10_000;
const ANSWER_MS_MAX = 5_000;

/** A connection that listens; ending it twice does no harm. */
export type Listener = { close(): Promise<void> };

/**
 * Hears what is told on a channel of the database (`NOTIFY`), over one connection of its own: straight to the server, for
 * behind a pooler nobody hears anything. What is told while nobody listens is lost.
 * @param onLost called once when the connection breaks or does not answer any more; not after `close`
 * @throws when there is no connection to be had
 */
export async function listen(
  channel: string,
  onTold: (payload: string) => void,
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
  client.on("notification", ({ payload = "" }) => onTold(payload));
  // A server that is gone without a word is found out by asking.
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

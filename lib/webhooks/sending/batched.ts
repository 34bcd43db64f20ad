import pg from "pg";
import { STATEMENT_ROWS_MAX } from "@/lib/webhooks/limits";

type Waiting<In, Out> = { item: In; resolve(out: Out): void; reject(error: unknown): void };

/** Whether a statement itself failed, rather than its connection. */
function isStatementFault(error: unknown): boolean {
  return error instanceof pg.DatabaseError && error.severity !== "FATAL";
}

/**
 * Combines many simultaneous calls into one statement: calls that arrive while one is running go into the next. A
 * single call is not delayed. If a statement for several fails, each is tried on its own, so that none fails because of
 * another; if the database is down, all of them fail.
 * @param work returns one result per item, in the same order
 */
export function batched<In, Out>(work: (items: In[]) => Promise<Out[]>): (item: In) => Promise<Out> {
  let waiting: Waiting<In, Out>[] = [];
  let isBusy = false;

  async function settle(batch: Waiting<In, Out>[]): Promise<void> {
    try {
      const results = await work(batch.map(({ item }) => item));
      for (const [i, { resolve }] of batch.entries()) resolve(results[i] as Out);
    } catch (error) {
      if (batch.length > 1 && isStatementFault(error)) for (const each of batch) await settle([each]);
      else for (const { reject } of batch) reject(error);
    }
  }

  async function run(): Promise<void> {
    isBusy = true;
    while (waiting.length > 0) {
      const batch = waiting.slice(0, STATEMENT_ROWS_MAX);
      waiting = waiting.slice(STATEMENT_ROWS_MAX);
      await settle(batch);
    }
    isBusy = false;
  }

  return (item) =>
    new Promise((resolve, reject) => {
      waiting.push({ item, resolve, reject });
      // Not at once: jobs that are fetched together start within one turn of the event loop.
      if (!isBusy) {
        isBusy = true;
        setImmediate(run);
      }
    });
}

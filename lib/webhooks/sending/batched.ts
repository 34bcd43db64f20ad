import pg from "pg";
import { STATEMENT_ROWS_MAX } from "@/lib/webhooks/limits";

type Waiting<In, Out> = { item: In; resolve(out: Out): void; reject(error: unknown): void };

/** Whether a statement failed by itself, rather than with its connection. */
function isStatementFault(error: unknown): boolean {
  return error instanceof pg.DatabaseError && error.severity !== "FATAL";
}

/**
 * Makes one statement of many that are asked for at the same time: what comes in while one is under way goes into the
 * next. A lone one is not held back. When a statement for several fails, each is tried by itself, so that none fails for
 * another's sake; when the database is away, all of them fail.
 * @param work gives one result per item, in the same order
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
      // Not at once: jobs that are fetched together begin within one turn of the event loop.
      if (!isBusy) {
        isBusy = true;
        setImmediate(run);
      }
    });
}

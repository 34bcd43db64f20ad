import { expect, it } from "vitest";
import { connectAsWorker, db, Prisma } from "@/lib/platform/database";

/* One query at a time is always asked on the same connection, whose prepared statements can be looked at. */

connectAsWorker();

async function preparedLike(part: string): Promise<number> {
  const [row] = await db().$queryRaw<{ count: number }[]>`
    SELECT count(*)::int AS count FROM pg_prepared_statements
    WHERE strpos(statement, ${part}::text) > 0 AND name LIKE 'repeated-%'`;
  return row?.count ?? 0;
}

it("repeated statements are prepared once, up to a limit, and answer by their values", async () => {
  const answers: unknown[] = [];
  for (let n = 0; n < 6; n++) {
    answers.push(await db().$queryRaw`SELECT ${n}::int AS again, ${n % 2 ? "odd" : null}::text AS parity`);
  }
  expect(answers).toEqual([0, 1, 2, 3, 4, 5].map((n) => [{ again: n, parity: n % 2 ? "odd" : null }]));
  expect(await preparedLike("AS again")).toBe(1);
  const ask = (n: number) => db().$queryRaw(Prisma.raw(`SELECT 1 AS different_${n}`));
  for (let n = 0; n < 300; n++) await ask(n);
  expect(await preparedLike("AS different")).toBe(0);
  for (let n = 0; n < 300; n++) for (let times = 0; times < 3; times++) await ask(n);
  const prepared = await preparedLike("AS different");
  expect(prepared).toBeGreaterThan(100);
  expect(prepared).toBeLessThanOrEqual(200);
});

import type { ProviderId, SignInFailure } from "@/lib/identity/rules";
import { db } from "@/lib/platform/database";

/** How often signing in by a provider failed for one reason in the hour that began at `hour`. */
export type SignInProblemCount = {
  provider: ProviderId;
  reason: SignInFailure;
  hour: Date;
  count: number;
  lastAt: Date;
};

/** Adds to the counts of failed sign-ins, in one statement. Rows are taken in their order, so that none deadlock. */
export async function addSignInProblems(counts: readonly SignInProblemCount[]): Promise<void> {
  await db().$executeRaw`
    INSERT INTO sign_in_problem AS p (provider, reason, hour, count, last_at)
    SELECT x.provider, x.reason, x.hour, x.count, x."lastAt"
    FROM jsonb_to_recordset(${JSON.stringify(counts)}::jsonb)
      AS x(provider text, reason text, hour timestamptz, count int, "lastAt" timestamptz)
    ORDER BY 1, 2, 3
    ON CONFLICT (provider, reason, hour) DO UPDATE
    SET count = p.count + excluded.count, last_at = GREATEST(p.last_at, excluded.last_at)`;
}

/** Deletes counts of hours that began before then. There are a few dozen an hour at most. */
export async function deleteSignInProblems(before: Date): Promise<void> {
  await db().signInProblem.deleteMany({ where: { hour: { lt: before } } });
}

import { isNetworkError, reasonOf } from "@/lib/server/doctor/finding";

const DATABASE_ADVICE: Readonly<Record<string, string>> = {
  "28P01": "the password is refused; correct user and password",
  "28000": "the user is refused; correct it, or let it in (pg_hba.conf)",
  "3D000": "there is no such database; create it",
  "53300": "all its connections are taken; raise max_connections, or lower DATABASE_POOL_MAX",
};

const codeOf = (error: unknown) => (error as { code?: string } | null)?.code ?? "";

/** Why no connection to a database came about, and what to do. */
export function databaseAdvice(error: unknown): string {
  return (
    DATABASE_ADVICE[codeOf(error)] ?? `can't be reached: ${reasonOf(error)}; correct the address or start it`
  );
}

/**
 * The same in a line for whoever ran a command that needs the database; null for an error of another kind, and where the
 * settings name no database.
 * @param settings such as `process.env`
 */
export function databaseTrouble(
  error: unknown,
  settings: Readonly<Record<string, string | undefined>>,
): string | null {
  if (!settings.DATABASE_URL && !settings.DIRECT_DATABASE_URL) return null;
  if (DATABASE_ADVICE[codeOf(error)] === undefined && !isNetworkError(error)) return null;
  const name = settings.DIRECT_DATABASE_URL ? "DIRECT_DATABASE_URL" : "DATABASE_URL";
  return `${name} ${databaseAdvice(error)}.`;
}

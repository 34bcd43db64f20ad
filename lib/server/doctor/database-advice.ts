import { isNetworkError, reasonOf } from "@/lib/server/doctor/finding";

const UNKNOWN_AUTHORITY =
  "shows a certificate of an authority that is unknown here; add &sslrootcert=FILE with the authority's certificate, or encrypt without proof by sslmode=no-verify";

const DATABASE_ADVICE: Readonly<Record<string, string>> = {
  DEPTH_ZERO_SELF_SIGNED_CERT: UNKNOWN_AUTHORITY,
  SELF_SIGNED_CERT_IN_CHAIN: UNKNOWN_AUTHORITY,
  UNABLE_TO_VERIFY_LEAF_SIGNATURE: UNKNOWN_AUTHORITY,
  "28P01": "the password is refused; correct user and password",
  "28000": "the user is refused; correct it, or let it in (pg_hba.conf)",
  "3D000": "there is no such database; create it",
  "53300": "all its connections are taken; raise max_connections, or lower DATABASE_POOL_MAX",
  "57P03": "its server is starting or stopping; try again in a moment",
  "25006": "takes no writes; write the address of the primary server, and of a user who may write",
};

/** Refusals that `pg` words itself, without a code. */
const REFUSALS: readonly [RegExp, string][] = [
  [/password must be a/, "asks for a password; write it into the address"],
  [/does not support SSL/, "its server has no TLS; leave sslmode out of the address, or set TLS up there"],
  [/no encryption$/, "its server wants TLS, or does not let this machine in; add ?sslmode=verify-full"],
  [/timeout expired/, "can't be reached: no Postgres answers there in time; correct the address or start it"],
];

const codeOf = (error: unknown) => (error as { code?: string } | null)?.code ?? "";

function knownAdvice(error: unknown): string | undefined {
  const message = (error as Error | null)?.message ?? "";
  return REFUSALS.find(([pattern]) => pattern.test(message))?.[1] ?? DATABASE_ADVICE[codeOf(error)];
}

/** Why no connection to a database came about, and what to do. */
export function databaseAdvice(error: unknown): string {
  return knownAdvice(error) ?? `can't be reached: ${reasonOf(error)}; correct the address or start it`;
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
  if (knownAdvice(error) === undefined && !isNetworkError(error)) return null;
  const name = settings.DIRECT_DATABASE_URL ? "DIRECT_DATABASE_URL" : "DATABASE_URL";
  return `${name}: ${databaseAdvice(error)}.`;
}

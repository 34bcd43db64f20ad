import pg from "pg";
import { type Settings, SettingsError } from "@/lib/platform/env";
import { nameOfDirectUrl, requireDirectConnection } from "@/lib/platform/pooler";
import { databaseAdvice } from "@/lib/server/doctor/database-advice";
import { type Finding, ok, untried, wrong } from "@/lib/server/doctor/finding";

const TIMEOUT_MS = 8_000;
/** Postgres 14, as `server_version_num` writes it. */
const VERSION_MIN = 140_000;
const CLOCK_SKEW_MS_MAX = 5_000;

type Source = Record<string, string | undefined>;

type ServerFacts = {
  version: string;
  number: string;
  encoding: string;
  may_create: boolean;
  takes_no_writes: boolean;
  lacking: string | null;
  place: string;
  at: Date;
};

async function withClient<T>(url: string, work: (client: pg.Client) => Promise<T>): Promise<T> {
  const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: TIMEOUT_MS });
  try {
    await client.connect();
    return await work(client);
  } finally {
    await client.end().catch(() => {});
  }
}

/** What is wrong with a database, and a word that is the same for the same one alone: null if it can't be reached. */
async function askDatabase(
  setting: string,
  url: string,
): Promise<{ findings: Finding[]; place: string | null }> {
  try {
    const { facts, skewMs } = await withClient(url, async (client) => {
      const sentAt = Date.now();
      const { rows } = await client.query<ServerFacts>(`
        SELECT current_setting('server_version') AS version, current_setting('server_version_num') AS number,
          current_setting('server_encoding') AS encoding, clock_timestamp() AS at,
          has_database_privilege(current_database(), 'CREATE')
            AND has_schema_privilege(coalesce(current_schema(), 'public'), 'CREATE') AS may_create,
          current_setting('transaction_read_only') = 'on' AS takes_no_writes,
          (SELECT string_agg(needed, ', ') FROM unnest(ARRAY['pg_trgm', 'btree_gin']) AS needed
            WHERE needed NOT IN (SELECT name FROM pg_available_extensions)) AS lacking,
          current_database() || ' since ' || pg_postmaster_start_time() AS place`);
      if (!rows[0]) throw new Error("no answer");
      return { facts: rows[0], skewMs: Math.abs(rows[0].at.getTime() - (sentAt + Date.now()) / 2) };
    });
    const findings: Finding[] = [];
    if (Number(facts.number) < VERSION_MIN) {
      findings.push(wrong(setting, `Postgres ${facts.version} is too old; use 14 or newer`));
    }
    if (facts.encoding !== "UTF8") {
      findings.push(wrong(setting, `the database stores ${facts.encoding}; create one with ENCODING 'UTF8'`));
    }
    if (facts.takes_no_writes) findings.push(wrong(setting, databaseAdvice({ code: "25006" })));
    if (facts.lacking) {
      const line = `the server lacks the extensions ${facts.lacking}; install Postgres's contrib package there`;
      findings.push(wrong(setting, line));
    }
    if (!facts.may_create) {
      const grant = "GRANT CREATE ON DATABASE … and ON SCHEMA public";
      findings.push(wrong(setting, `the user may not create tables, which migrations do; ${grant} to it`));
    }
    if (skewMs > CLOCK_SKEW_MS_MAX) {
      const line = `this machine's clock and the database's are ${Math.round(skewMs / 1000)} s apart; set both by NTP`;
      findings.push(wrong("clock", line));
    }
    if (findings.length === 0) {
      findings.push(ok(setting, `Postgres ${facts.version} answers, and lets us in`));
    }
    return { findings, place: facts.place };
  } catch (error) {
    return { findings: [wrong(setting, databaseAdvice(error))], place: null };
  }
}

/** Whether the address that the worker and migrations use leads to the server itself. */
async function checkDirect(url: string, setting: string): Promise<Finding[]> {
  try {
    await requireDirectConnection(url, setting);
    return [];
  } catch (error) {
    if (!(error instanceof SettingsError)) return [wrong(setting, databaseAdvice(error))];
    const line =
      "leads to a pooler in transaction mode; set DIRECT_DATABASE_URL to the address of the server itself";
    return [wrong(setting, line)];
  }
}

/** Reach, version, rights and clock of the database; of its pooler and of the server behind it where there are both. */
export async function checkDatabase(
  { DATABASE_URL, DIRECT_DATABASE_URL }: Settings,
  source: Source,
): Promise<Finding[]> {
  if (!source.DATABASE_URL)
    return [ok("DATABASE_URL", "not set: the service starts a Postgres of its own in DATA_DIR")];
  const own = await askDatabase("DATABASE_URL", DATABASE_URL);
  if (DIRECT_DATABASE_URL === DATABASE_URL) {
    const direct = own.place === null ? [] : await checkDirect(DATABASE_URL, nameOfDirectUrl(source));
    return [...own.findings, ...direct];
  }
  const direct = await askDatabase("DIRECT_DATABASE_URL", DIRECT_DATABASE_URL);
  const found = [...own.findings, ...direct.findings];
  if (own.place === null || direct.place === null) return found;
  if (own.place !== direct.place) {
    const line = "leads to another database than DATABASE_URL; write the address of the same one in both";
    return [...found, wrong("DIRECT_DATABASE_URL", line)];
  }
  return [...found, ...(await checkDirect(DIRECT_DATABASE_URL, "DIRECT_DATABASE_URL"))];
}

/** What stands in a database that the settings have to fit. */
type Stored = { hasPeople: boolean; keyIds: string[] };

async function readStored(url: string): Promise<Stored> {
  return withClient(url, async (client) => {
    const query = "SELECT to_regclass('developer') IS NOT NULL AS found";
    const { rows: tables } = await client.query<{ found: boolean }>(query);
    // Before its first migration.
    if (!tables[0]?.found) return { hasPeople: false, keyIds: [] };
    const { rowCount } = await client.query("SELECT FROM developer LIMIT 1");
    const { rows: keys } = await client.query<{ id: string }>(`
      SELECT DISTINCT split_part(sealed, '.', 1) AS id FROM (
        SELECT secret_encrypted AS sealed FROM webhook
        UNION ALL SELECT headers_encrypted FROM webhook
        UNION ALL SELECT access_token_encrypted FROM developer_connection
        UNION ALL SELECT refresh_token_encrypted FROM developer_connection
        UNION ALL SELECT sealed FROM tracker_own_redaction
        UNION ALL SELECT jsonb_path_query(actions, '$[*].headers[*].value') #>> '{}' FROM automation
        UNION ALL SELECT jsonb_path_query(steps, '$[*].headers[*].value') #>> '{}' FROM sequence
      ) AS stored WHERE sealed IS NOT NULL
      ORDER BY id`);
    return { hasPeople: rowCount === 1, keyIds: keys.map(({ id }) => id) };
  });
}

/** Whether what is stored can be read, and whether anybody can come in: the first person has no account and no invite. */
export async function checkStored(
  { SIGN_UP, OPERATOR_EMAILS, DATABASE_URL, ENCRYPTION_KEYS }: Settings,
  source: Source,
): Promise<Finding[]> {
  const firstPerson =
    SIGN_UP === "open" || OPERATOR_EMAILS.length > 0
      ? null
      : `SIGN_UP=${SIGN_UP} lets in only who has an account or an invite; name yourself here to be the first`;
  if (!source.DATABASE_URL) return firstPerson ? [untried("OPERATOR_EMAILS", firstPerson)] : [];
  // Why a database can't be read says the check above.
  const stored = await readStored(DATABASE_URL).catch(() => null);
  if (stored === null) return [];
  const lacking = stored.keyIds.filter((id) => !ENCRYPTION_KEYS.some((key) => key.id === id));
  const findings = lacking.map((id) => {
    const line = `lacks the key "${id}", under which secrets or tokens are stored; add it after the others`;
    return wrong("ENCRYPTION_KEYS", line);
  });
  return firstPerson && !stored.hasPeople ? [...findings, wrong("OPERATOR_EMAILS", firstPerson)] : findings;
}

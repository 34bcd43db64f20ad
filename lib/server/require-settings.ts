import { env, readSettings, type Settings, SettingsError } from "@/lib/platform/env";

/** `EX_CONFIG` of sysexits.h: the configuration is at fault, and starting again won't help. */
export const WRONG_SETTINGS = 78;

/** Ends the process with one readable line per problem when a setting is missing or wrong. */
export function requireSettings(): void {
  try {
    env();
  } catch (error) {
    if (!(error instanceof SettingsError)) throw error;
    process.stderr.write(`${error.message}\n`);
    process.exit(WRONG_SETTINGS);
  }
}

/** What the embedded database brings along once it runs. */
const STAND_INS = {
  DATABASE_URL: "postgresql://embedded",
  JWT_SECRET: "x".repeat(32),
  ENCRYPTION_KEYS: `k1:${Buffer.alloc(32).toString("base64")}`,
};

/**
 * Validates settings before anything is started: if they name no database, with stand-ins for what the embedded one
 * brings along. `DIRECT_DATABASE_URL` alone means that there is a database, and that `DATABASE_URL` was forgotten.
 * @param source such as `process.env`
 * @throws SettingsError
 */
export function readBeforeStart(source: Readonly<Record<string, string | undefined>>): Settings {
  const given = Object.fromEntries(Object.entries(source).filter(([, value]) => value !== ""));
  const isEmbedded = given.DATABASE_URL === undefined && given.DIRECT_DATABASE_URL === undefined;
  return readSettings(isEmbedded ? { ...STAND_INS, ...given } : given);
}

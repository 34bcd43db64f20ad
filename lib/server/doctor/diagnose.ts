import { readSettings, type Settings, SettingsError } from "@/lib/platform/env";
import { checkDatabase, checkLimitStore, checkMail, checkStorage } from "@/lib/server/doctor/data-checks";
import { type Finding, wrong } from "@/lib/server/doctor/finding";
import { checkInngest, checkTraces } from "@/lib/server/doctor/hosted-checks";
import { checkBaseUrl, checkProviders } from "@/lib/server/doctor/web-checks";

/** The settings, with stand-ins for what the embedded database brings along. */
function settingsOf(source: Record<string, string | undefined>, isEmbedded: boolean): Settings {
  const standIns = {
    DATABASE_URL: "postgresql://embedded",
    JWT_SECRET: "x".repeat(32),
    ENCRYPTION_KEYS: `k1:${Buffer.alloc(32).toString("base64")}`,
  };
  const present = Object.fromEntries(Object.entries(source).filter(([, value]) => value !== ""));
  return readSettings({ ...(isEmbedded ? standIns : {}), ...present });
}

/** A line each of what the settings say of themselves. */
function misread(error: SettingsError): Finding[] {
  return error.message
    .split("\n")
    .slice(1)
    .map((line) => {
      const [, setting = "", text = ""] = /^\s*(\S+) (.*)\.$/.exec(line) ?? [];
      return wrong(setting, text);
    });
}

/**
 * Tries a set of settings, such as `process.env`, against the real services. If a setting can't even be parsed, only
 * that is reported. Changes nothing except a small object that it puts into the object store and deletes.
 */
export async function diagnose(source: Record<string, string | undefined>): Promise<Finding[]> {
  const isEmbedded = !source.DATABASE_URL;
  let settings: Settings;
  try {
    settings = settingsOf(source, isEmbedded);
  } catch (error) {
    if (error instanceof SettingsError) return misread(error);
    throw error;
  }
  const found = await Promise.all([
    checkDatabase(settings, isEmbedded),
    checkLimitStore(settings),
    checkStorage(settings),
    checkMail(settings),
    checkProviders(settings),
    checkBaseUrl(settings),
    checkInngest(settings, source),
    checkTraces(settings),
  ]);
  return found.flat();
}

import { type Settings, SettingsError } from "@/lib/platform/env";
import { checkDatabase, checkLimitStore, checkMail, checkStorage } from "@/lib/server/doctor/data-checks";
import { type Finding, wrong } from "@/lib/server/doctor/finding";
import { checkInngest, checkTraces } from "@/lib/server/doctor/hosted-checks";
import { checkBaseUrl, checkProviders } from "@/lib/server/doctor/web-checks";
import { readBeforeStart } from "@/lib/server/require-settings";

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
    settings = readBeforeStart(source);
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

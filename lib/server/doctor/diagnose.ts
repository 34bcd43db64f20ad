import { type Settings, SettingsError } from "@/lib/platform/env";
import { checkLimitStore, checkMail, checkStorage } from "@/lib/server/doctor/data-checks";
import { checkDatabase, checkStored } from "@/lib/server/doctor/database-checks";
import { type Finding, wrong } from "@/lib/server/doctor/finding";
import { checkInngest, checkTraces } from "@/lib/server/doctor/hosted-checks";
import { checkSpelling } from "@/lib/server/doctor/spelling-checks";
import { checkBaseUrl, checkListening, checkProviders } from "@/lib/server/doctor/web-checks";
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
 * that is reported. Changes nothing except a small object that it puts into the object store and deletes, and a key in
 * Redis that lasts for seconds.
 */
export async function diagnose(source: Record<string, string | undefined>): Promise<Finding[]> {
  const spelling = checkSpelling(source);
  const isMisspelt = (name: string) => spelling.some(({ setting }) => setting === name);
  let settings: Settings;
  try {
    settings = readBeforeStart(source);
  } catch (error) {
    if (!(error instanceof SettingsError)) throw error;
    return [...spelling, ...misread(error).filter(({ setting }) => !isMisspelt(setting))];
  }
  const found = await Promise.all([
    spelling,
    checkDatabase(settings, source),
    checkStored(settings, source),
    checkLimitStore(settings),
    checkStorage(settings),
    checkMail(settings),
    checkProviders(settings),
    checkListening(settings),
    checkBaseUrl(settings),
    checkInngest(settings, source),
    checkTraces(settings),
  ]);
  return found.flat();
}

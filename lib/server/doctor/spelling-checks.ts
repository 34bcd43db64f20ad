import { distance } from "fastest-levenshtein";
import { SETTING_NAMES } from "@/lib/platform/env";
import { type Finding, wrong } from "@/lib/server/doctor/finding";

/** Short names lie too close to each other for more than one slip. */
const LONG_NAME_CHARS = 8;

/**
 * Names that are almost those of unset settings, which nothing reads, and values in quotation marks, which some ways of
 * passing settings keep (`docker run --env-file`).
 * @param source such as `process.env`
 */
export function checkSpelling(source: Readonly<Record<string, string | undefined>>): Finding[] {
  const unset = SETTING_NAMES.filter((name) => !source[name]);
  return Object.entries(source).flatMap(([name, value = ""]) => {
    if (value === "") return [];
    if (SETTING_NAMES.includes(name)) {
      const line = "stands in quotation marks, which are read as part of it; leave them out";
      return /^(["']).*\1$/s.test(value) ? [wrong(name, line)] : [];
    }
    const slips = name.length < LONG_NAME_CHARS ? 1 : 2;
    const meant = unset.find((setting) => distance(name.toUpperCase(), setting) <= slips);
    return meant ? [wrong(name, `is no setting; if ${meant} is meant, call it so`)] : [];
  });
}

import { env, SettingsError } from "@/lib/platform/env";

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

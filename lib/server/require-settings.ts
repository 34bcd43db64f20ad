import { env, SettingsError } from "@/lib/platform/env";

/** Ends the process with one readable line per problem when a setting is missing or wrong. */
export function requireSettings(): void {
  try {
    env();
  } catch (error) {
    if (!(error instanceof SettingsError)) throw error;
    process.stderr.write(`${error.message}\n`);
    process.exit(1);
  }
}

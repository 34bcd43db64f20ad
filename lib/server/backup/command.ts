import { parseArgs } from "node:util";
import { SettingsError } from "@/lib/platform/env";
import { BackupError } from "@/lib/server/backup/backup-error";
import { databaseTrouble } from "@/lib/server/doctor/database-advice";
import { WRONG_SETTINGS } from "@/lib/server/require-settings";

/** A file and one switch. @throws BackupError that says how the command is used, for anything else */
export function fileAndSwitch(args: string[], usage: string, name: string): { file: string; isOn: boolean } {
  try {
    const { values, positionals } = parseArgs({
      args,
      options: { [name]: { type: "boolean" } },
      allowPositionals: true,
    });
    const [file, ...more] = positionals;
    if (file && more.length === 0) return { file, isOn: values[name] === true };
  } catch {
    // A switch that there is not.
  }
  throw new BackupError(usage);
}

/** Runs a command to its end. What people can mend is printed as one line, anything else whole. */
export async function runCommand(main: () => Promise<void>): Promise<void> {
  await main().catch((error: Error) => {
    const isKnown = error instanceof BackupError || error instanceof SettingsError;
    console.error(databaseTrouble(error, process.env) ?? (isKnown ? error.message : error));
    process.exitCode = error instanceof SettingsError ? WRONG_SETTINGS : 1;
  });
}

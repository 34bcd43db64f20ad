import { diagnose } from "@/lib/server/doctor/diagnose";
import { WRONG_SETTINGS } from "@/lib/server/require-settings";

/*
 * npm run doctor
 *
 * Says in a line each which settings are wrong, tried on the real things, and what to do. Exit code 0, or 78 where one is.
 */

const WORDS = { ok: "ok", wrong: "WRONG", untried: "untried" };

const found = await diagnose(process.env);
const width = Math.max(...found.map(({ setting }) => setting.length));
for (const { verdict, setting, line } of found) {
  console.log(`${WORDS[verdict].padEnd(7)}  ${setting.padEnd(width)}  ${line}`);
}
const count = found.filter(({ verdict }) => verdict === "wrong").length;
console.log(
  count === 0 ? "\nNothing is wrong." : `\n${count} to fix. What each setting means: /docs/settings`,
);
process.exitCode = count === 0 ? 0 : WRONG_SETTINGS;

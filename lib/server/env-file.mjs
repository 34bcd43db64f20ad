import { existsSync, readFileSync } from "node:fs";
import { parseEnv } from "node:util";

/*
 * Plain JavaScript, because it runs before anything is compiled.
 */

/** As in `require-settings.ts`. */
const WRONG_SETTINGS = 78;

/** What Windows writes: PowerShell's `>` in UTF-16, its Notepad with a mark before the first name. */
function encodingOf([first, second]) {
  if (first === 0xff && second === 0xfe) return "utf-16le";
  return first === 0xfe && second === 0xff ? "utf-16be" : "utf-8";
}

/** @throws in a few words, if it can't be read */
function read(file) {
  const bytes = readFileSync(file);
  const text = new TextDecoder(encodingOf(bytes)).decode(bytes);
  if (text.includes("\0")) throw new Error("it is not a text in UTF-8");
  return parseEnv(text);
}

/** Sets what stands in `.env`; the surroundings win. Ends the process if the file is there and can't be read. */
export function loadEnvFile() {
  if (!existsSync(".env")) return;
  try {
    for (const [name, value] of Object.entries(read(".env"))) process.env[name] ??= value;
  } catch (error) {
    console.error(`.env can't be read: ${error instanceof Error ? error.message : error}`);
    process.exit(WRONG_SETTINGS);
  }
}

/** JSON, formatted for reading. Other text, and JSON nested too deeply to format, is returned as it is. */
export function prettyJson(text: string): string {
  try {
    return JSON.stringify(JSON.parse(text), null, 2);
  } catch {
    return text;
  }
}

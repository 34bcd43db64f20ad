/** A rough check: the server judges the address. */
const ADDRESS = /^[^\s@]+@[^\s@]+\.[^\s@]+$/;

/**
 * The email addresses in a text as people write or paste them: separated by commas, semicolons, spaces or lines, alone or
 * behind a name as in `Ada Lovelace <ada@example.com>`. Each comes once.
 * @returns also what is no address
 */
export function addressesIn(text: string): { addresses: string[]; others: string[] } {
  const found = new Map<string, string>();
  const others: string[] = [];
  for (const part of text.replaceAll(/"[^"]*"/g, " ").split(/[,;\n\t]/)) {
    const inBrackets = /<([^<>]*)>/.exec(part)?.[1]?.trim();
    for (const word of inBrackets === undefined ? part.split(/\s+/) : [inBrackets]) {
      if (ADDRESS.test(word)) found.set(word.toLowerCase(), word);
      else if (word !== "") others.push(word);
    }
  }
  return { addresses: [...found.values()], others };
}

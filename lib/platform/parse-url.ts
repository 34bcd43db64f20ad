/**
 * A URL, or null for a text that is none. Not by its own `canParse`: once it is called often, Node 20 denies hosts with umlauts,
 * and Node 24 accepts long ones that `new URL` refuses. (Its `parse` needs Node 22.)
 */
export function parseUrl(text: string, base?: string): URL | null {
  try {
    return new URL(text, base);
  } catch {
    return null;
  }
}

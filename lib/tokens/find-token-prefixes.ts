import { listTokenPrefixes } from "@/lib/tokens/store";

/** The prefixes of those tokens that still exist, by id: what an audit trail may show of them. */
export async function findTokenPrefixes(ids: readonly (string | null)[]): Promise<Map<string, string>> {
  const wanted = [...new Set(ids.filter((id) => id !== null))];
  if (wanted.length === 0) return new Map();
  return new Map((await listTokenPrefixes(wanted)).map(({ id, tokenPrefix }) => [id, tokenPrefix]));
}

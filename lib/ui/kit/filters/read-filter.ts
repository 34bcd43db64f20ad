import type { Filter } from "@/lib/crm/records/schema";

/** A filter of records or rows from the address; null for anything else. Whether it is a valid one the server checks. */
export function readFilter(text: string): Filter | null {
  try {
    const filter: unknown = JSON.parse(text);
    return typeof filter === "object" && filter !== null && !Array.isArray(filter)
      ? (filter as Filter)
      : null;
  } catch {
    return null;
  }
}

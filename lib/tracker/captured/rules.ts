/** The range that a query asks for; open where the query names no bound. */
export function rangeOf({ from, to }: { from?: string | undefined; to?: string | undefined }): {
  from: Date | null;
  to: Date | null;
} {
  return { from: from === undefined ? null : new Date(from), to: to === undefined ? null : new Date(to) };
}

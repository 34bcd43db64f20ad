/** A range as a query gives it; open where it gives nothing. */
export function rangeOf({ from, to }: { from?: string | undefined; to?: string | undefined }): {
  from: Date | null;
  to: Date | null;
} {
  return { from: from === undefined ? null : new Date(from), to: to === undefined ? null : new Date(to) };
}

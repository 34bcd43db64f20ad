import type { Step } from "@/lib/crm/sequences/schema";

const UNIT_MS = { minutes: 60_000, hours: 3_600_000, days: 86_400_000 } as const;

/** How long a waiting step lasts, in ms. */
export function waitMs({ amount, unit }: { amount: number; unit: keyof typeof UNIT_MS }): number {
  return amount * UNIT_MS[unit];
}

/** The step to go on at after another; null after the last. Steps that were done before are not done again. */
export function stepAfter(
  steps: readonly { id: string }[],
  stepId: string,
  done: ReadonlySet<string>,
): string | null {
  const index = steps.findIndex(({ id }) => id === stepId);
  return steps.slice(index + 1).find(({ id }) => !done.has(id))?.id ?? null;
}

/**
 * Where enrolments continue whose step an edit removes: at the next step of the old order that still exists; null if
 * there is none.
 */
export function movesOf(
  before: readonly Pick<Step, "id">[],
  after: readonly Pick<Step, "id">[],
): { from: string; to: string | null }[] {
  const kept = new Set(after.map(({ id }) => id));
  return before.flatMap(({ id }, index) =>
    kept.has(id)
      ? []
      : [{ from: id, to: before.slice(index + 1).find((next) => kept.has(next.id))?.id ?? null }],
  );
}

const STEPS: [unit: Intl.RelativeTimeFormatUnit, seconds: number][] = [
  ["year", 31_536_000],
  ["month", 2_592_000],
  ["week", 604_800],
  ["day", 86_400],
  ["hour", 3_600],
  ["minute", 60],
];

/**
 * `3 minutes ago`, `yesterday`, `just now`: an instant seen from `nowMs`, in the largest unit that fills once. What lies
 * ahead, and days, go to the nearest: a link made for a week must not expire "in 6 days" a minute later.
 */
export function relativeTo(at: Date, nowMs: number, locale: string): string {
  const seconds = Math.round((at.getTime() - nowMs) / 1000);
  const step = STEPS.find(([, size]) => Math.abs(seconds) >= size);
  if (!step) return "just now";
  const [unit, size] = step;
  const whole = seconds > 0 || unit === "day" ? Math.round(seconds / size) : Math.trunc(seconds / size);
  return new Intl.RelativeTimeFormat(locale, { numeric: "auto" }).format(whole, unit);
}

export const USAGES: Readonly<
  Record<
    "start" | "start-web" | "worker" | "build" | "doctor" | "migrate" | "token" | "backup" | "restore",
    string
  >
>;
export function usageAskedFor(name: string, args: readonly string[]): string | null;

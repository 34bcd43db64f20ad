import type { Job } from "@/lib/jobs/define-job";
import { WORKSPACE_JOBS_MAX } from "@/lib/jobs/limits";

/*
 * Divides the places of a process for ordinary jobs fairly. Jobs carry flags by which they are counted; once as many
 * jobs with a flag run as are allowed, the engine skips the others with that flag and takes the next ones.
 */

/** The flag of a job that may only run `placesMax` times at once. */
export function jobFlag(name: string): string {
  return `job:${name}`;
}

/** The flag of jobs that take turns: the name of their lane (`lib/jobs/lanes.ts`). */
export function laneFlag(name: string, key: string): string {
  return `lane:${name}:${key}`;
}

/** The lane of a job with these flags; undefined if it has none. */
export function laneIn(flags: readonly string[]): string | undefined {
  return flags.find((flag) => flag.startsWith("lane:"));
}

/** The flag of a workspace's jobs. */
export function workspaceFlag(workspaceId: string): string {
  return `workspace:${workspaceId}`;
}

/** Counts a process's running jobs by flag. */
export class Places {
  private readonly running = new Map<string, number>();
  private readonly maxOf: ReadonlyMap<string, number>;
  private readonly shutUntilMs = new Map<string, number>();

  constructor(jobs: readonly Job[]) {
    this.maxOf = new Map(
      jobs.flatMap(({ name, placesMax }) => (placesMax ? [[jobFlag(name), placesMax]] : [])),
    );
  }

  private maxFor(flag: string): number {
    if (flag.startsWith("lane:")) return 1;
    return this.maxOf.get(flag) ?? (flag.startsWith("workspace:") ? WORKSPACE_JOBS_MAX : Infinity);
  }

  private isFull(flag: string): boolean {
    return (this.running.get(flag) ?? 0) >= this.maxFor(flag) || this.shutUntilMs.has(flag);
  }

  /** Flags of which no more jobs may be taken at the moment. */
  full(): string[] {
    const now = performance.now();
    for (const [flag, untilMs] of this.shutUntilMs) if (untilMs <= now) this.shutUntilMs.delete(flag);
    return [...new Set([...this.running.keys(), ...this.shutUntilMs.keys()])].filter((flag) =>
      this.isFull(flag),
    );
  }

  /** Skips jobs with a flag for some time, because another process runs one. */
  shut(flag: string, ms: number): void {
    this.shutUntilMs.set(flag, performance.now() + ms);
  }

  /**
   * Takes a place for a job.
   * @returns a function that gives it back; null if no place is left, because several jobs are taken at a time
   */
  take(flags: readonly string[]): (() => void) | null {
    if (flags.some((flag) => this.isFull(flag))) return null;
    for (const flag of flags) this.running.set(flag, (this.running.get(flag) ?? 0) + 1);
    return () => {
      for (const flag of flags) {
        const left = (this.running.get(flag) ?? 1) - 1;
        if (left > 0) this.running.set(flag, left);
        else this.running.delete(flag);
      }
    };
  }
}

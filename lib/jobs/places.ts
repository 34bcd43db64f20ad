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

/** The flag of a workspace's jobs. */
export function workspaceFlag(workspaceId: string): string {
  return `workspace:${workspaceId}`;
}

/** Counts a process's running jobs by flag. */
export class Places {
  private readonly running = new Map<string, number>();
  private readonly maxOf: ReadonlyMap<string, number>;

  constructor(jobs: readonly Job[]) {
    this.maxOf = new Map(
      jobs.flatMap(({ name, placesMax }) => (placesMax ? [[jobFlag(name), placesMax]] : [])),
    );
  }

  private isFull(flag: string): boolean {
    const max = this.maxOf.get(flag) ?? (flag.startsWith("workspace:") ? WORKSPACE_JOBS_MAX : Infinity);
    return (this.running.get(flag) ?? 0) >= max;
  }

  /** Flags of which no more jobs may be taken at the moment. */
  full(): string[] {
    return [...this.running.keys()].filter((flag) => this.isFull(flag));
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

import type { Job } from "@/lib/jobs/define-job";
import { WORKSPACE_JOBS_MAX } from "@/lib/jobs/limits";

/*
 * The fair share of the places in which a process runs its ordinary jobs. Jobs carry flags that say by what they are
 * counted; while as many of a flag run as may, the engine passes over the others with it and takes the next ones.
 */

/** The flag of jobs of which only so many run at a time (`placesMax`). */
export function jobFlag(name: string): string {
  return `job:${name}`;
}

/** The flag of a workspace's jobs. */
export function workspaceFlag(workspaceId: string): string {
  return `workspace:${workspaceId}`;
}

/** Counts the jobs that run in a process by their flags. */
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

  /** Flags of which no more jobs may be taken now. */
  full(): string[] {
    return [...this.running.keys()].filter((flag) => this.isFull(flag));
  }

  /**
   * Takes a place for a job.
   * @returns what gives it back; null where there is none left, as several jobs are taken at a time
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

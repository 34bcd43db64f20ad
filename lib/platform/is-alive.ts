/** Whether a process with this id lives, of whichever user. Ids are given away again, so that it may be another one. */
export function isAlive(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === "EPERM";
  }
}

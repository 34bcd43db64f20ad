/** Milliseconds of processor time that work takes: unlike a clock, it counts nothing while others have the processor. */
export function processorMs(work: () => void): number {
  const before = process.cpuUsage();
  work();
  const { user, system } = process.cpuUsage(before);
  return (user + system) / 1_000;
}

// Loaded into every process that the launcher starts. When the launcher is killed no signal reaches its children, but
// their channel to it closes: they stop too, so that none of them keeps a port or a job.
const STOP_WAIT_MS = 10_000;

process.on("disconnect", () => {
  setTimeout(() => process.kill(process.pid, "SIGKILL"), STOP_WAIT_MS).unref();
  process.kill(process.pid, "SIGTERM");
});

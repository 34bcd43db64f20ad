import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { chmod, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { createInterface } from "node:readline";
import { freePort } from "@/tests/support/service";

export type Pooler = { url: string; stop(): Promise<void> };

async function ready(pooler: ChildProcess): Promise<void> {
  if (pooler.stderr === null) throw new Error("pgbouncer has no output");
  const lines: string[] = [];
  for await (const line of createInterface(pooler.stderr)) {
    lines.push(line);
    if (line.includes("process up")) return;
  }
  throw new Error(`pgbouncer did not start:\n${lines.join("\n")}`);
}

/** A real `pgbouncer` in front of a database, with `size` connections to it. */
export async function startPgBouncer(
  databaseUrl: string,
  { mode, size }: { mode: "transaction" | "session"; size: number },
): Promise<Pooler> {
  const server = new URL(databaseUrl);
  const port = await freePort();
  const folder = await mkdtemp(path.join(tmpdir(), "wps-pgbouncer-"));
  const settings = path.join(folder, "pgbouncer.ini");
  await writeFile(
    settings,
    `[databases]
* = host=${server.hostname} port=${server.port} user=${server.username} password=${server.password}
[pgbouncer]
listen_addr = 127.0.0.1
listen_port = ${port}
unix_socket_dir =
auth_type = any
pool_mode = ${mode}
default_pool_size = ${size}
max_client_conn = 500
`,
  );
  // It refuses to run as root.
  const isRoot = process.getuid?.() === 0;
  await chmod(folder, 0o755);
  const pooler = spawn("pgbouncer", [...(isRoot ? ["-u", "nobody"] : []), settings], {
    stdio: ["ignore", "ignore", "pipe"],
  });
  const exited = once(pooler, "exit");
  await ready(pooler);
  pooler.stderr?.resume();
  const url = new URL(databaseUrl);
  url.hostname = "127.0.0.1";
  url.port = String(port);
  url.search = "";
  return {
    url: url.href,
    stop: async () => {
      pooler.kill("SIGKILL");
      await exited;
      await rm(folder, { recursive: true });
    },
  };
}

import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { createServer } from "node:net";
import { createInterface } from "node:readline";

export type RedisServer = {
  url: string;
  port: number;
  /** Ends the server as a crash would. */
  kill(): Promise<void>;
  /** Stops it from answering while its connections stay open, until `resume`. */
  freeze(): void;
  resume(): void;
};

/** A port of this machine that was free a moment ago. */
export async function freePort(): Promise<number> {
  const server = createServer().listen(0, "127.0.0.1");
  await once(server, "listening");
  const address = server.address();
  server.close();
  await once(server, "close");
  if (address === null || typeof address === "string") throw new Error("no port");
  return address.port;
}

async function ready(server: ChildProcess): Promise<void> {
  if (server.stdout === null) throw new Error("redis-server has no output");
  for await (const line of createInterface(server.stdout)) {
    if (line.includes("Ready to accept connections")) return;
  }
  throw new Error("redis-server did not start");
}

/** A real `redis-server` that keeps nothing on disk. */
export async function startRedis(port?: number): Promise<RedisServer> {
  const chosen = port ?? (await freePort());
  const server = spawn(
    "redis-server",
    ["--port", String(chosen), "--bind", "127.0.0.1", "--save", "", "--appendonly", "no", "--dir", "/tmp"],
    { stdio: ["ignore", "pipe", "inherit"] },
  );
  const exited = once(server, "exit");
  await ready(server);
  return {
    url: `redis://127.0.0.1:${chosen}`,
    port: chosen,
    async kill() {
      server.kill("SIGKILL");
      await exited;
    },
    freeze: () => void server.kill("SIGSTOP"),
    resume: () => void server.kill("SIGCONT"),
  };
}

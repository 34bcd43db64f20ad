import { createHash } from "node:crypto";
import { once } from "node:events";
import { createServer, type IncomingMessage } from "node:http";
import { Redis } from "ioredis";

type Command = (string | number)[];
type Reply = { result: unknown } | { error: string };

export const UPSTASH_TOKEN = "token-of-the-tests";

/** Upstash's own server knows a flag line at the head of scripts that other servers refuse to compile. */
function plain(argument: string | number): string {
  return String(argument).replace(/^#!lua flags=allow-key-locking\n/, "");
}

function encoded(value: unknown): unknown {
  if (typeof value === "string") return Buffer.from(value).toString("base64");
  return Array.isArray(value) ? value.map(encoded) : value;
}

async function bodyOf(request: IncomingMessage): Promise<unknown> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk as Buffer);
  return JSON.parse(Buffer.concat(chunks).toString("utf8"));
}

/**
 * A front that speaks Upstash's REST protocol to a real Redis server: one command as a JSON array, or many at
 * `/pipeline`, with replies in base64 where the client asks for it.
 */
export async function startUpstashRest(redisUrl: string) {
  const redis = new Redis(redisUrl, {
    maxRetriesPerRequest: 0,
    enableOfflineQueue: false,
    lazyConnect: true,
  });
  redis.on("error", () => {});
  await redis.connect();

  /** Under which hash the server behind knows a script whose flag line was taken off. */
  const hashes = new Map<string, string>();
  const sha1 = (text: string) => createHash("sha1").update(text).digest("hex");

  async function run(command: Command, base64: boolean): Promise<Reply> {
    const [name = "", ...rest] = command.map(plain);
    commands += 1;
    try {
      if (/^eval$/i.test(name)) hashes.set(sha1(String(command[1])), sha1(String(rest[0])));
      if (/^evalsha$/i.test(name)) rest[0] = hashes.get(String(rest[0])) ?? String(rest[0]);
      const result = await redis.call(name, ...rest);
      return { result: base64 ? encoded(result) : result };
    } catch (error) {
      return { error: error instanceof Error ? error.message : String(error) };
    }
  }

  let requests = 0;
  let commands = 0;
  const server = createServer((request, response) => {
    requests += 1;
    const reply = (status: number, body: unknown) =>
      response.writeHead(status, { "content-type": "application/json" }).end(JSON.stringify(body));
    if (request.headers.authorization !== `Bearer ${UPSTASH_TOKEN}`) {
      reply(401, { error: "WRONGPASS invalid or missing auth token" });
      return;
    }
    const base64 = request.headers["upstash-encoding"] === "base64";
    bodyOf(request)
      .then(async (body) => {
        if (request.url === "/pipeline") {
          reply(200, await Promise.all((body as Command[]).map((command) => run(command, base64))));
          return;
        }
        const answer = await run(body as Command, base64);
        reply("error" in answer ? 400 : 200, answer);
      })
      .catch((error: unknown) => reply(500, { error: String(error) }));
  }).listen(0, "127.0.0.1");
  await once(server, "listening");
  const address = server.address();
  if (address === null || typeof address === "string") throw new Error("no port");
  return {
    url: `http://127.0.0.1:${address.port}`,
    requests: () => requests,
    commands: () => commands,
    async close() {
      redis.disconnect();
      server.closeAllConnections();
      server.close();
      await once(server, "close");
    },
  };
}

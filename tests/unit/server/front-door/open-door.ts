import type { AddressInfo } from "node:net";
import { connect, type Socket } from "node:net";
import path from "node:path";
import { promisify } from "node:util";
import { afterEach } from "vitest";
import { headersForBaseUrl } from "@/lib/http/web-rules";
import { frontDoor } from "@/lib/platform/front-door";
import { type Door, type Handler, makeDoor } from "@/lib/server/front-door/door";
import { TIMES } from "@/lib/server/front-door/limits";
import { readPageRouteTable, readRouteTable } from "@/lib/server/front-door/route-table";

/* A real server and real connections; what stands behind the door says what it was given. */

export const ROOT = path.resolve(import.meta.dirname, "../../../..");
export const methodsOf = readRouteTable(ROOT);
const pageMethodsOf = readPageRouteTable(ROOT);

const opened: { door: Door; sockets: Socket[] }[] = [];

afterEach(async () => {
  for (const { door, sockets } of opened.splice(0)) {
    for (const socket of sockets) socket.destroy();
    door.server.closeAllConnections();
    await door.stop(0);
  }
  Object.assign(frontDoor(), { notesAddresses: false, isStopping: false });
});

export const ECHO: Handler = (request, response) => {
  response.end(JSON.stringify({ url: request.url, forwarded: request.headers["x-forwarded-for"] }));
};

/** A front door with `handle` behind it, which is closed after the test. */
export async function open(
  handle: Handler = ECHO,
  given: { baseUrl?: string; times?: Partial<typeof TIMES> } = {},
) {
  const headers = headersForBaseUrl(given.baseUrl);
  const door = makeDoor(
    { handle, methodsOf, pageMethodsOf, headers, proxies: 0 },
    { ...TIMES, ...given.times },
  );
  const sockets: Socket[] = [];
  opened.push({ door, sockets });
  await new Promise<void>((resolve) => door.server.listen(0, "127.0.0.1", resolve));
  const { port } = door.server.address() as AddressInfo;
  /** A connection with all that came by it. */
  const dial = async (): Promise<{ socket: Socket; text(): string; ended: Promise<void> }> => {
    const socket = connect(port, "127.0.0.1");
    sockets.push(socket);
    let text = "";
    socket.setEncoding("utf8").on("data", (part: string) => {
      text += part;
    });
    socket.on("error", () => {});
    const ended = new Promise<void>((resolve) => socket.once("close", () => resolve()));
    await new Promise((resolve) => socket.once("connect", resolve));
    return { socket, text: () => text, ended };
  };
  return { door, url: `http://127.0.0.1:${port}`, dial };
}

export function countConnections({ server }: Door): Promise<number> {
  return promisify(server.getConnections).call(server);
}

/** The answer that came by a connection, as far as it came. */
export function answerIn(text: string) {
  const [head = "", body = ""] = text.split("\r\n\r\n");
  const [status = "", ...lines] = head.split("\r\n");
  const headers = new Headers(lines.map((line) => line.split(": ") as [string, string]));
  return { status: Number(status.split(" ")[1]), headers, json: JSON.parse(body) };
}

import { createSocket } from "node:dgram";
import { once } from "node:events";
import ipaddr from "ipaddr.js";

const A = 1;
const AAAA = 28;
const NO_SUCH_NAME = 3;
const HEADER_BYTES = 12;

/** The name of the one question that a resolver asks, its type, and its bytes, which the answer repeats. */
function questionIn(message: Buffer): { name: string; type: number; bytes: Buffer } {
  const labels: string[] = [];
  let at = HEADER_BYTES;
  for (let length = message.readUInt8(at); length > 0; length = message.readUInt8(at)) {
    labels.push(message.toString("latin1", at + 1, at + 1 + length));
    at += 1 + length;
  }
  const end = at + 5;
  return {
    name: labels.join("."),
    type: message.readUInt16BE(at + 1),
    bytes: message.subarray(HEADER_BYTES, end),
  };
}

function recordOf(type: number, address: string): Buffer {
  const data = Buffer.from(ipaddr.parse(address).toByteArray());
  const record = Buffer.alloc(12);
  // The name is the one at the question's place.
  record.writeUInt16BE(0xc000 + HEADER_BYTES, 0);
  record.writeUInt16BE(type, 2);
  record.writeUInt16BE(1, 4);
  record.writeUInt16BE(data.length, 10);
  return Buffer.concat([record, data]);
}

/** A name server on loopback that knows the names it is given, each with its addresses of either kind. */
export async function startNameServer(names: Readonly<Record<string, readonly string[]>>) {
  const asked: string[] = [];
  const socket = createSocket("udp4");
  socket.on("message", (message, from) => {
    const { name, type, bytes } = questionIn(message);
    asked.push(name);
    const known = names[name];
    const records = (known ?? [])
      .filter((address) => type === (address.includes(":") ? AAAA : A))
      .map((address) => recordOf(type, address));
    const header = Buffer.from(message.subarray(0, HEADER_BYTES));
    // A response, recursion available.
    header.writeUInt16BE(0x8180 + (known ? 0 : NO_SUCH_NAME), 2);
    header.writeUInt16BE(1, 4);
    header.writeUInt16BE(records.length, 6);
    header.writeUInt32BE(0, 8);
    socket.send(Buffer.concat([header, bytes, ...records]), from.port, from.address);
  });
  socket.bind(0, "127.0.0.1");
  await once(socket, "listening");
  return {
    address: `127.0.0.1:${socket.address().port}`,
    asked,
    stop: () => new Promise<void>((resolve) => socket.close(() => resolve())),
  };
}

import type { Socket } from "node:net";
import { addressOf } from "@/lib/server/front-door/addresses";
import { PIPELINED_MAX } from "@/lib/server/front-door/limits";

type Connection = { address: string; requests: number };

/** Connections of one address. */
type Peer = {
  all: Set<Socket>;
  /** Those with no request under way, longest first. */
  idle: Set<Socket>;
};

type Caps = { totalMax: number; perAddressMax: number };

/**
 * Limits the connections of a server. If there are too many, an idle one is closed, of the address with the most: so
 * someone who opens thousands and sends nothing keeps nobody out, not even themselves. Only if none is idle, the new
 * one is closed.
 */
export class Connections {
  readonly #known = new WeakMap<Socket, Connection>();
  readonly #peers = new Map<string, Peer>();
  #count = 0;
  /** Ended to make room, or not taken, since the last look. */
  ended = 0;

  readonly #caps: Caps;

  constructor(caps: Caps) {
    this.#caps = caps;
  }

  get count(): number {
    return this.#count;
  }

  /** Takes a new connection in; false when there is no room and it was ended. */
  admit(socket: Socket): boolean {
    const address = addressOf(socket);
    const peer = this.#peers.get(address);
    if (
      (peer && peer.all.size >= this.#caps.perAddressMax && !this.#endIdleOf(peer)) ||
      (this.#count >= this.#caps.totalMax && !this.#endIdleOf(this.#largest()))
    ) {
      this.ended++;
      socket.destroy();
      return false;
    }
    const own = this.#peers.get(address) ?? { all: new Set(), idle: new Set() };
    this.#peers.set(address, own);
    own.all.add(socket);
    own.idle.add(socket);
    this.#known.set(socket, { address, requests: 0 });
    this.#count++;
    socket.once("close", () => this.#forget(socket));
    return true;
  }

  /** Records that a request begins on it; false if it sends more at a time than any client does. */
  begin(socket: Socket): boolean {
    const connection = this.#known.get(socket);
    if (!connection) return true;
    connection.requests++;
    this.#peers.get(connection.address)?.idle.delete(socket);
    return connection.requests <= PIPELINED_MAX;
  }

  /** Notes that a request of it has been answered. */
  end(socket: Socket): void {
    const connection = this.#known.get(socket);
    if (!connection) return;
    connection.requests--;
    const peer = this.#peers.get(connection.address);
    if (connection.requests === 0 && peer?.all.has(socket)) peer.idle.add(socket);
  }

  /** Ends those that have sent nothing yet, as browsers open them for later: Node counts them among the busy. */
  endSilent(): void {
    for (const peer of this.#peers.values()) {
      for (const socket of peer.idle) if (socket.bytesRead === 0) socket.destroy();
    }
  }

  /** Ends all of them. */
  endAll(): void {
    for (const peer of this.#peers.values()) for (const socket of peer.all) socket.destroy();
  }

  #forget(socket: Socket): void {
    const connection = this.#known.get(socket);
    const peer = connection && this.#peers.get(connection.address);
    if (!peer?.all.delete(socket)) return;
    peer.idle.delete(socket);
    this.#count--;
    if (peer.all.size === 0) this.#peers.delete(connection?.address ?? "");
  }

  #endIdleOf(peer: Peer | undefined): boolean {
    const [longest] = peer?.idle ?? [];
    if (!longest) return false;
    this.ended++;
    // Its "close" comes later; the room is there now.
    this.#forget(longest);
    longest.destroy();
    return true;
  }

  #largest(): Peer | undefined {
    let largest: Peer | undefined;
    for (const peer of this.#peers.values()) {
      if (peer.idle.size > 0 && peer.all.size > (largest?.all.size ?? 0)) largest = peer;
    }
    return largest;
  }
}

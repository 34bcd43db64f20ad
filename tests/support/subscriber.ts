import { createServer, type IncomingHttpHeaders, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";

export type Received = { headers: IncomingHttpHeaders; raw: Buffer; path: string; at: number };
type Answer = (response: ServerResponse, received: Received, count: number) => void;

const answerOk: Answer = (response) => response.writeHead(200).end("ok");

/** A subscriber: a real HTTP server that keeps what it is sent, and answers as a test wants. */
export class Subscriber {
  readonly received: Received[] = [];
  connections = 0;
  private readonly server = createServer((request, response) => this.take(request, response));

  constructor(public answer: Answer = answerOk) {}

  private async take(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const at = Date.now();
    const chunks: Buffer[] = [];
    try {
      for await (const chunk of request) chunks.push(chunk as Buffer);
    } catch {
      return;
    }
    const received = { headers: request.headers, raw: Buffer.concat(chunks), path: request.url ?? "", at };
    this.received.push(received);
    this.answer(response, received, this.received.length);
  }

  async listen(): Promise<string> {
    this.server.on("connection", () => {
      this.connections += 1;
    });
    await new Promise<void>((resolve) => this.server.listen(0, "127.0.0.1", resolve));
    return this.url;
  }

  get port(): number {
    return (this.server.address() as AddressInfo).port;
  }

  get url(): string {
    return `http://127.0.0.1:${this.port}/hook`;
  }

  async close(): Promise<void> {
    this.server.closeAllConnections();
    await new Promise((resolve) => this.server.close(resolve));
  }
}

import http from "node:http";
import https from "node:https";
import type { Socket } from "node:net";
import { PROVIDER_ANSWER_BYTES_MAX } from "@/lib/identity/limits";

const tooLong = () => new Error("the provider's answer is too long");

/** `fetch` for what a provider says: reading a body fails once it is longer than `bytesMax`. */
export async function boundedFetch(
  url: string,
  options: RequestInit,
  bytesMax = PROVIDER_ANSWER_BYTES_MAX,
): Promise<Response> {
  const answer = await fetch(url, options);
  const { body, status, headers } = answer;
  let bytes = 0;
  const counter = new TransformStream<Uint8Array, Uint8Array>({
    transform(chunk, onward) {
      bytes += chunk.byteLength;
      if (bytes > bytesMax) throw tooLong();
      onward.enqueue(chunk);
    },
  });
  const bounded = new Response(body?.pipeThrough(counter) ?? null, { status, headers });
  // One that is made anew has none, and Octokit reads it where an answer has more pages.
  return Object.defineProperty(bounded, "url", { value: answer.url });
}

/** The same for next-auth, whose requests can be given an agent and no `fetch`. Its connections carry one answer each. */
export function boundedAgent(address: string): http.Agent {
  const agent: http.Agent = address.startsWith("https:") ? new https.Agent() : new http.Agent();
  const connect = agent.createConnection.bind(agent);
  agent.createConnection = (...given) => {
    const socket = connect(...given) as Socket;
    socket.on("data", () => {
      if (socket.bytesRead > PROVIDER_ANSWER_BYTES_MAX) socket.destroy(tooLong());
    });
    return socket;
  };
  return agent;
}

import { setTimeout as pause } from "node:timers/promises";
import { ClientError } from "@/lib/tracker-client/client-error";

const RETRY_AFTER_S_MAX = 60;

export type ApiClient = {
  /** Calls the API and gives the JSON of a 2xx answer. @throws ClientError otherwise */
  call<T>(method: string, path: string, body?: unknown): Promise<T>;
};

async function send(url: string, init: RequestInit): Promise<Response> {
  try {
    return await fetch(url, init);
  } catch (cause) {
    throw new ClientError(
      `No answer from ${new URL(url).origin}. Is the service running? Start it with: npm start`,
      {
        cause,
      },
    );
  }
}

/**
 * A client of the service at `base`, which is the host or `host/api/v1`. A 429 is waited out once, for as long as the
 * server says, as a well-behaved client does.
 */
export function apiClient(base: string, bearer: string, encodeColons: boolean): ApiClient {
  const call = async <T>(method: string, path: string, body?: unknown, isRetry = false): Promise<T> => {
    const url = base + (encodeColons ? path.replaceAll(":", "%3A") : path);
    const response = await send(url, {
      method,
      headers: {
        authorization: `Bearer ${bearer}`,
        ...(body === undefined ? {} : { "content-type": "application/json" }),
      },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
    const text = await response.text();
    if (response.ok) return (text === "" ? undefined : JSON.parse(text)) as T;
    const waitS = Number(response.headers.get("retry-after"));
    if (response.status === 429 && !isRetry && waitS > 0 && waitS <= RETRY_AFTER_S_MAX) {
      console.log(`The server asks to slow down: waiting ${waitS} s …`);
      await pause(waitS * 1000);
      return call<T>(method, path, body, true);
    }
    throw new ClientError(`${method} ${path} answered ${response.status}: ${detailOf(text)}`);
  };
  return { call };
}

function detailOf(text: string): string {
  try {
    const { detail, issues } = JSON.parse(text) as {
      detail: string;
      issues?: { path: string; message: string }[];
    };
    return [detail, ...(issues ?? []).map((issue) => `${issue.path}: ${issue.message}`)].join(" · ");
  } catch {
    return "This is not an answer of the service. Is the base URL right?";
  }
}

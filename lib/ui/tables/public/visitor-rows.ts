import { ApiError, type Issue, NO_ANSWER_STATUS, queryOf } from "@/lib/ui/api/client";
import { PAGE_ROWS } from "@/lib/ui/tables/grid/limits";
import type { RowQuery } from "@/lib/ui/tables/grid/row-pages";
import { RowConflict, type RowSource } from "@/lib/ui/tables/grid/row-store";
import type { Row } from "@/lib/ui/tables/grid/types";

type Options = { method?: string; body?: unknown; signal?: AbortSignal };

function tableApi(token: string, path = ""): string {
  return `/api/v1/public/tables/${encodeURIComponent(token)}${path}`;
}

async function request(path: string, ticket: string | null, { method = "GET", body, signal }: Options) {
  const headers = new Headers({ Accept: "application/json" });
  if (ticket !== null) headers.set("X-Share-Ticket", ticket);
  if (body !== undefined) headers.set("Content-Type", "application/json");
  const response = await fetch(path, {
    method,
    headers,
    cache: "no-store",
    // Whoever is signed in here visits as anybody else.
    credentials: "omit",
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    ...(signal ? { signal } : {}),
  }).catch((cause: unknown) => {
    if (signal?.aborted) throw cause;
    throw new ApiError(NO_ANSWER_STATUS, "The server can't be reached. Check your connection and try again.");
  });
  if (response.ok) return response;
  const state = ((await response.json().catch(() => null)) ?? {}) as { detail?: string; issues?: Issue[] };
  const detail =
    response.status === 404
      ? "This link has ended, or the row is gone."
      : (state.detail ?? `The server answered with status ${response.status}.`);
  throw new ApiError(
    response.status,
    detail,
    state.issues ?? [],
    response.headers.get("x-request-id"),
    state,
  );
}

/** Exchanges a password for a ticket. @throws ApiError */
export async function unlock(token: string, password: string): Promise<string> {
  const response = await request(tableApi(token, "/unlock"), null, { method: "POST", body: { password } });
  return ((await response.json()) as { ticket: string }).ticket;
}

/**
 * A shared table for its visitors.
 * @param renew asks for the password again once a ticket has run out
 */
export function visitorTable(token: string, firstTicket: string | null, renew: () => Promise<string>) {
  let ticket = firstTicket;
  const call = async (path: string, options: Options = {}): Promise<Response> => {
    try {
      return await request(tableApi(token, path), ticket, options);
    } catch (error) {
      const isLocked =
        error instanceof ApiError && error.status === 403 && error.detail === "Password required";
      if (!isLocked) throw error;
      ticket = await renew();
      return request(tableApi(token, path), ticket, options);
    }
  };
  const source: RowSource = {
    list: async (query, offset, signal) => {
      const asked = queryOf({ ...query, offset: String(offset), limit: String(PAGE_ROWS) });
      return (await (await call(`/rows${asked}`, { signal })).json()) as Row[];
    },
    count: async ({ filter, search }, signal) => {
      const response = await call(`/rows/count${queryOf({ filter, search })}`, { signal });
      return ((await response.json()) as { count: number }).count;
    },
    write: async (rows) => {
      try {
        const response = await call("/rows", { method: "PATCH", body: { rows } });
        return ((await response.json()) as { rows: Row[] }).rows;
      } catch (error) {
        if (!(error instanceof ApiError) || error.status !== 409 || !Array.isArray(error.state.rows))
          throw error;
        throw new RowConflict(error.state.rows as Row[]);
      }
    },
    remove: async (ids) => void (await call("/rows", { method: "DELETE", body: { row_ids: ids } })),
    restore: null,
  };
  const download = async (query: RowQuery, name: string): Promise<void> => {
    const response = await call(`/rows/export${queryOf({ ...query })}`);
    const url = URL.createObjectURL(await response.blob());
    const link = document.createElement("a");
    link.href = url;
    link.download = name;
    link.click();
    URL.revokeObjectURL(url);
  };
  return { source, download };
}

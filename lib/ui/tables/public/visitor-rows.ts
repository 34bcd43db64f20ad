import { ApiError, apiOver, errorOf, isRefusal, NO_ANSWER_STATUS, type Send } from "@/lib/ui/api/client";
import { PAGE_ROWS } from "@/lib/ui/tables/grid/limits";
import type { RowQuery } from "@/lib/ui/tables/grid/row-pages";
import { type RowSource, writtenRows } from "@/lib/ui/tables/grid/row-source";

const TABLE = "/public/tables/{share_link}";
const ROWS = `${TABLE}/rows` as const;

/** Sends visitors' requests, with the ticket that a password was exchanged for. */
const sendWith =
  (ticket: string | null): Send =>
  async (address, { method, body, signal }) => {
    const headers = new Headers({ Accept: "application/json" });
    if (ticket !== null) headers.set("X-Share-Ticket", ticket);
    if (body !== undefined) headers.set("Content-Type", "application/json");
    const response = await fetch(address, {
      method,
      headers,
      cache: "no-store",
      // Signed-in people visit like anybody else.
      credentials: "omit",
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
      signal: signal ?? null,
    }).catch((cause: unknown) => {
      if (signal?.aborted) throw cause;
      throw new ApiError(
        NO_ANSWER_STATUS,
        "The server can't be reached. Check your connection and try again.",
      );
    });
    if (response.ok) return response;
    if (response.status === 404) throw new ApiError(404, "This link has ended, or the row is gone.");
    throw await errorOf(response);
  };

/** Exchanges a password for a ticket. @throws ApiError */
export async function unlock(token: string, password: string): Promise<string> {
  const input = { params: { share_link: token }, body: { password } };
  return (await apiOver(sendWith(null)).post(`${TABLE}/unlock`, input)).ticket;
}

/**
 * A shared table for its visitors.
 * @param renew asks for the password again once a ticket has expired
 */
export function visitorTable(token: string, firstTicket: string | null, renew: () => Promise<string>) {
  let ticket = firstTicket;
  const params = { share_link: token };
  const api = apiOver(async (address, options) => {
    try {
      return await sendWith(ticket)(address, options);
    } catch (error) {
      const isLocked = isRefusal(error, 403) && error.detail === "Password required";
      if (!isLocked) throw error;
      ticket = await renew();
      return sendWith(ticket)(address, options);
    }
  });
  const source: RowSource = {
    list: async (query, offset, signal) =>
      (await api.page(ROWS, { params, query: { ...query, offset, limit: PAGE_ROWS }, signal })).items,
    count: async ({ filter, search }, signal) =>
      (await api.get(`${ROWS}/count`, { params, query: { filter, search }, signal })).count,
    write: (rows) => writtenRows(api.patch(ROWS, { params, body: { rows } })),
    remove: async (ids) => void (await api.delete(ROWS, { params, body: { row_ids: ids } })),
    restore: null,
  };
  /** A text that changes whenever rows do. It never asks for the password. @throws ApiError */
  const stamp = async (): Promise<string> => {
    const { get, page } = apiOver((address, options) => sendWith(ticket)(address, options));
    const [{ count }, { items }] = await Promise.all([
      get(`${ROWS}/count`, { params, query: {} }),
      page(ROWS, { params, query: { sort: "-updated_at", limit: "1" } }),
    ]);
    return [count, ...items.map(({ id, updated_at }) => `${id} ${updated_at}`)].join();
  };
  const download = (query: RowQuery, name: string) => api.download(`${ROWS}/export`, { params, query }, name);
  return { source, stamp, download };
}

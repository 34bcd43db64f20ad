"use client";

import { useMemo, useRef, useState } from "react";
import type { Look } from "@/lib/ui/tables/grid/row-pages";
import TableGrid from "@/lib/ui/tables/grid/table-grid";
import type { Column, Row } from "@/lib/ui/tables/grid/types";
import { PasswordDialog } from "@/lib/ui/tables/public/password-dialog";
import { useRefreshes } from "@/lib/ui/tables/public/use-refreshes";
import { visitorTable } from "@/lib/ui/tables/public/visitor-rows";

const ALL: Look = { filter: null, search: "", sort: "created_at" };

export type SharedGridProps = {
  token: string;
  /** What the password was exchanged for; null where there is none. */
  ticket: string | null;
  name: string;
  isEditable: boolean;
  columns: Column[];
  /** The first rows, as the page came with them. */
  rows: Row[];
  count: number;
};

/** The grid of a share link's visitors. A visit that ends for its password goes on once that is given again. */
export default function SharedGrid({
  token,
  ticket,
  name,
  isEditable,
  columns,
  rows,
  count,
}: SharedGridProps) {
  const [look, setLook] = useState(ALL);
  const [renewal, setRenewal] = useState<((ticket: string) => void) | null>(null);
  const pending = useRef<Promise<string> | null>(null);
  const table = useMemo(
    () =>
      visitorTable(token, ticket, () => {
        // Many requests may find out at once that the visit has ended: they wait for one password.
        pending.current ??= new Promise<string>((resolve) => setRenewal(() => resolve)).finally(() => {
          pending.current = null;
        });
        return pending.current;
      }),
    [token, ticket],
  );
  const refreshes = useRefreshes(table.stamp);
  const initial = useMemo(() => ({ rows, count }), [rows, count]);
  return (
    <>
      <TableGrid
        label={name}
        columns={columns}
        source={table.source}
        isEditable={isEditable}
        look={look}
        onLook={(change) => setLook((before) => ({ ...before, ...change }))}
        {...(rows.length > 0 || count === 0 ? { initial } : {})}
        // Never the token: whoever reads this browser's storage could open the table by it.
        storageKey={`shared-table:${columns.map(({ key }) => key).join()}`}
        refreshKey={refreshes}
        onExport={(query) => table.download(query, `${name}.csv`)}
        empty={<p>{isEditable ? "No rows yet. Add the first one." : "No rows yet."}</p>}
      />
      <PasswordDialog
        token={token}
        isOpen={renewal !== null}
        onTicket={(fresh) => {
          renewal?.(fresh);
          setRenewal(null);
        }}
      />
    </>
  );
}

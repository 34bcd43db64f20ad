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
  /** The ticket that a password was exchanged for; null without a password. */
  ticket: string | null;
  name: string;
  isEditable: boolean;
  columns: Column[];
  /** The first rows, which came with the page. */
  rows: Row[];
  count: number;
};

/** The grid for visitors of a share link. When a visit expires, it continues once the password is entered again. */
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
        // Several requests may notice at the same time that the visit has expired: they wait for one password.
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
        // Never the token: anyone who reads this browser's storage could open the table with it.
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

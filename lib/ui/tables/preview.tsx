import { Drawer } from "@mantine/core";
import { useMemo, useState } from "react";
import type { Filter } from "@/lib/crm/records/schema";
import { LazyMarkdown } from "@/lib/ui/light-kit/markdown/lazy-markdown";
import type { Look, RowQuery } from "@/lib/ui/tables/grid/row-pages";
import type { RowSource } from "@/lib/ui/tables/grid/row-source";
import TableGrid from "@/lib/ui/tables/grid/table-grid";
import type { Column } from "@/lib/ui/tables/grid/types";
import type { Table } from "@/lib/ui/tables/queries";
import type { Shown } from "@/lib/ui/tables/share-link-form";

const ALL: Look = { filter: null, search: "", sort: "created_at" };

/** A query combined with a share link's own filter. */
function narrowed(query: RowQuery, rowFilter: Filter | null): RowQuery {
  if (rowFilter === null) return query;
  const link = JSON.stringify(rowFilter);
  return { ...query, filter: query.filter === "" ? link : `{"and":[${link},${query.filter}]}` };
}

function visitorRows(source: RowSource, rowFilter: Filter | null): RowSource {
  return {
    ...source,
    list: (query, offset, signal) => source.list(narrowed(query, rowFilter), offset, signal),
    count: (query, signal) => source.count(narrowed(query, rowFilter), signal),
  };
}

type Props = {
  table: Table;
  columns: readonly Column[];
  source: RowSource;
  shown: Shown | null;
  isOpen: boolean;
  onClose: () => void;
};

function Visitor({
  table,
  columns,
  source,
  shown,
}: Omit<Props, "isOpen" | "onClose" | "shown"> & { shown: Shown }) {
  const [look, setLook] = useState(ALL);
  const rows = useMemo(() => visitorRows(source, shown.rowFilter), [source, shown.rowFilter]);
  const visible = useMemo(
    () => columns.filter(({ key }) => !shown.hiddenColumns.includes(key)),
    [columns, shown.hiddenColumns],
  );
  return (
    <>
      {table.description === "" ? null : <LazyMarkdown text={table.description} level={2} isByVisitor />}
      <TableGrid
        label={`${table.name}, as visitors see it`}
        columns={visible}
        source={rows}
        isEditable={false}
        look={look}
        onLook={(change) => setLook({ ...look, ...change })}
        storageKey={`table-preview:${table.id}`}
        onExport={null}
        empty={<p>Visitors see no rows.</p>}
      />
    </>
  );
}

/** What visitors of a share link see, made from the member's own rows: no link is used for it. */
export default function Preview({ shown, isOpen, onClose, ...rest }: Props) {
  return (
    <Drawer
      opened={isOpen}
      onClose={onClose}
      position="bottom"
      size="100%"
      title={`${rest.table.name}, as visitors see it`}
      closeButtonProps={{ "aria-label": "Close the preview" }}
      attributes={{ header: { role: "presentation" } }}
    >
      {shown ? <Visitor {...rest} shown={shown} /> : null}
    </Drawer>
  );
}

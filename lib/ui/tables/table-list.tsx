"use client";

import { Button } from "@mantine/core";
import { IconPlus, IconTable } from "@tabler/icons-react";
import { useRouter } from "next/navigation";
import { lazy } from "react";
import { useWorkspace } from "@/lib/ui/api/open-workspace";
import { useFilters } from "@/lib/ui/kit/filters";
import { LazyDialog } from "@/lib/ui/kit/lazy-dialog";
import { Link } from "@/lib/ui/kit/link";
import { Empty, ListPanel } from "@/lib/ui/kit/list-page";
import page from "@/lib/ui/kit/list-page.module.css";
import { NoPermission } from "@/lib/ui/kit/no-permission";
import { PageHeader } from "@/lib/ui/kit/page-header";
import { RelativeTime } from "@/lib/ui/kit/relative-time";
import rows from "@/lib/ui/kit/rows.module.css";
import { workspacePath } from "@/lib/ui/shell/navigation";
import { type Table, useTables } from "@/lib/ui/tables/queries";

const TableDialog = lazy(() => import("@/lib/ui/tables/table-form"));

function TableRow({ table, slug }: { table: Table; slug: string }) {
  const { name, description, columns, row_count, active_share_link_count: links } = table;
  const inUse = columns.filter(({ is_archived }) => !is_archived).length;
  return (
    <li className={rows.row}>
      <span className={rows.tile} aria-hidden="true">
        <IconTable size={17} stroke={1.75} />
      </span>
      <div className={rows.main}>
        <p className={rows.name}>
          <Link href={workspacePath(slug, `tables/${table.id}`)} className={page.link}>
            {name}
          </Link>
        </p>
        <p className={`${rows.detail} ${rows.wrapping}`}>
          {row_count.toLocaleString("en")} {row_count === 1 ? "row" : "rows"} · {inUse}{" "}
          {inUse === 1 ? "column" : "columns"}
          {links === 0 ? "" : ` · shared by ${links} ${links === 1 ? "link" : "links"}`}
          {description === "" ? "" : ` · ${description}`}
        </p>
      </div>
      <span className={rows.side}>
        <RelativeTime at={table.created_at} />
      </span>
    </li>
  );
}

function Tables() {
  const { id, slug, can } = useWorkspace();
  const router = useRouter();
  const filters = useFilters();
  const tables = useTables(id);
  const mayManage = can("can_manage_tables");
  const newTable = mayManage ? (
    <Button leftSection={<IconPlus size={16} stroke={2} />} onClick={() => filters.set({ new: "1" })}>
      New table
    </Button>
  ) : null;
  return (
    <>
      <PageHeader
        title="Tables"
        description="Rows and columns that you work on together, and that others can see or fill in by a link that you control."
        actions={newTable}
      />
      <ListPanel
        list={tables}
        what="tables"
        label="Tables"
        renderRow={(table) => <TableRow key={table.id} table={table} slug={slug} />}
        empty={
          <Empty Icon={IconTable} title="No tables yet" action={newTable}>
            {newTable === null
              ? "Someone who holds can_manage_tables can make the first one."
              : "A price list, an inventory, a sign-up sheet: name it, say what its columns are, and type or paste what you have."}
          </Empty>
        }
      />
      <LazyDialog isOpen={mayManage && filters.get("new") === "1"}>
        {(isOpen) => (
          <TableDialog
            workspaceId={id}
            isOpen={isOpen}
            onClose={() => filters.set({ new: "" })}
            onSaved={(table) => router.push(workspacePath(slug, `tables/${table.id}`))}
          />
        )}
      </LazyDialog>
    </>
  );
}

/** The tables of the workspace. */
export function TableList() {
  return useWorkspace().can("can_view_tables") ? <Tables /> : <NoPermission permission="can_view_tables" />;
}

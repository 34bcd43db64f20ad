"use client";

import { useRouter } from "next/navigation";
import { useWorkspace } from "@/lib/ui/api/open-workspace";
import { IconTable } from "@/lib/ui/icons";
import { lazyDialog } from "@/lib/ui/kit/dialogs/lazy-dialog";
import page from "@/lib/ui/kit/lists/list-page.module.css";
import { ListScreen } from "@/lib/ui/kit/lists/list-screen";
import { isNamesake } from "@/lib/ui/kit/lists/namesakes";
import rows from "@/lib/ui/kit/lists/rows.module.css";
import { Link } from "@/lib/ui/kit/pages/link";
import { exactTime } from "@/lib/ui/kit/time/moments";
import { RelativeTime } from "@/lib/ui/kit/time/relative-time";
import { countOf } from "@/lib/ui/kit/words/counts";
import { LazyPlainText } from "@/lib/ui/light-kit/markdown/lazy-markdown";
import { workspacePath } from "@/lib/ui/shell/navigation";
import { type Table, useTables } from "@/lib/ui/tables/queries";

const TableDialog = lazyDialog(() => import("@/lib/ui/tables/table-form"));

function TableRow({ table, hasNamesake }: { table: Table; hasNamesake: boolean }) {
  const { slug } = useWorkspace();
  const { name, description, columns, row_count, active_share_link_count: links } = table;
  const inUse = columns.filter(({ is_archived }) => !is_archived).length;
  return (
    <li className={rows.row}>
      <span className={rows.tile} aria-hidden="true">
        <IconTable size={17} stroke={1.75} />
      </span>
      <div className={rows.main}>
        <p className={rows.name}>
          <Link href={workspacePath(slug, `tables/${table.id}`)} className={page.link} data-opens>
            {name}
          </Link>
        </p>
        <p className={`${rows.detail} ${rows.wrapping}`}>
          {countOf(row_count, "row")} · {countOf(inUse, "column")}
          {links === 0 ? "" : ` · shared by ${countOf(links, "link")}`}
          {hasNamesake ? ` · created ${exactTime(table.created_at)}` : null}
          {description === "" ? null : (
            <>
              {" · "}
              <LazyPlainText text={description} />
            </>
          )}
        </p>
      </div>
      <span className={rows.side}>
        <RelativeTime at={table.created_at} />
      </span>
    </li>
  );
}

const useAllTables = () => useTables();

/** The tables of the workspace. */
export function TableList() {
  const { slug } = useWorkspace();
  const router = useRouter();
  return (
    <ListScreen
      permission="can_view_tables"
      title="Tables"
      description="Rows and columns that you work on together, and that others can see or fill in by a link that you control."
      what="tables"
      label="Tables"
      Icon={IconTable}
      create={{
        permission: "can_manage_tables",
        label: "New table",
        dialog: (dialog) => (
          <TableDialog
            {...dialog}
            onSaved={(table) => router.push(workspacePath(slug, `tables/${table.id}`))}
          />
        ),
      }}
      useItems={useAllTables}
      row={(table, _open, tables) => (
        <TableRow key={table.id} table={table} hasNamesake={isNamesake(table, tables)} />
      )}
      empty={{
        title: "No tables yet",
        text: "A price list, an inventory, a sign-up sheet: name it, say what its columns are, and type or paste what you have.",
        lacking: "Someone with can_manage_tables can make the first one.",
      }}
    />
  );
}

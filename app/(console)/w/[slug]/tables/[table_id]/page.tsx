import type { Metadata } from "next";
import { TablePage } from "@/lib/ui/tables/table-page";

export const metadata: Metadata = { title: "Table" };

type Props = { params: Promise<{ table_id: string }> };

export default async function OneTablePage({ params }: Props) {
  const { table_id } = await params;
  return <TablePage tableId={table_id} />;
}

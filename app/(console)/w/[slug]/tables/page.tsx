import type { Metadata } from "next";
import { TableList } from "@/lib/ui/tables/table-list";

export const metadata: Metadata = { title: "Tables" };

export default function TablesPage() {
  return <TableList />;
}

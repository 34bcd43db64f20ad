import type { Metadata } from "next";
import { RecordTable } from "@/lib/ui/crm/record-table";

export const metadata: Metadata = { title: "CRM" };

type Props = { params: Promise<{ object: string }> };

export default async function RecordsPage({ params }: Props) {
  // Another object is another table: nothing that was selected or opened goes along.
  return <RecordTable key={(await params).object} />;
}

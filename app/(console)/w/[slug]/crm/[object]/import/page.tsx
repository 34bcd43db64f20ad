import type { Metadata } from "next";
import { ImportPage } from "@/lib/ui/crm/import-page";

export const metadata: Metadata = { title: "Import" };

export default function ImportRecordsPage() {
  return <ImportPage />;
}

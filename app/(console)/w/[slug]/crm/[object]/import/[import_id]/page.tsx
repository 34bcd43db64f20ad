import type { Metadata } from "next";
import { ImportRunPage } from "@/lib/ui/crm/import-run";

export const metadata: Metadata = { title: "Import" };

type Props = { params: Promise<{ import_id: string }> };

export default async function CrmImportPage({ params }: Props) {
  return <ImportRunPage importId={(await params).import_id} />;
}

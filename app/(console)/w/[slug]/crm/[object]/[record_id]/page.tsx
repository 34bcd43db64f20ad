import type { Metadata } from "next";
import { RecordPage } from "@/lib/ui/crm/record-page";

export const metadata: Metadata = { title: "Record" };

type Props = { params: Promise<{ record_id: string }> };

export default async function CrmRecordPage({ params }: Props) {
  return <RecordPage recordId={(await params).record_id} />;
}

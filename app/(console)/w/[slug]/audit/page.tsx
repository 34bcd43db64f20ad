import type { Metadata } from "next";
import { AuditPage } from "@/lib/ui/audit/audit";

export const metadata: Metadata = { title: "Audit log" };

export default function AuditLogPage() {
  return <AuditPage />;
}

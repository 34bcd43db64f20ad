import type { Metadata } from "next";

export const metadata: Metadata = { title: "Audit log" };

export { AuditPage as default } from "@/lib/ui/audit/audit";

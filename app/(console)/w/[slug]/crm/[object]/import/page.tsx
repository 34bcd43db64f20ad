import type { Metadata } from "next";

export const metadata: Metadata = { title: "Import" };

export { ImportPage as default } from "@/lib/ui/crm/import-page";

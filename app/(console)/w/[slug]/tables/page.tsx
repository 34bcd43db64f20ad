import type { Metadata } from "next";

export const metadata: Metadata = { title: "Tables" };

export { TableList as default } from "@/lib/ui/tables/table-list";

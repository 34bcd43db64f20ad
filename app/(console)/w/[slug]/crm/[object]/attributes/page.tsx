import type { Metadata } from "next";

export const metadata: Metadata = { title: "Attributes" };

export { AttributeList as default } from "@/lib/ui/crm/attribute-list";

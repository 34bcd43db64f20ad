import type { Metadata } from "next";

export const metadata: Metadata = { title: "Compare roles" };

export { CompareRoles as default } from "@/lib/ui/roles/compare-roles";

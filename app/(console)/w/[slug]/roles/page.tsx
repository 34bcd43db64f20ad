import type { Metadata } from "next";

export const metadata: Metadata = { title: "Roles" };

export { RoleList as default } from "@/lib/ui/roles/role-list";

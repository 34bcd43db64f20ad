import type { Metadata } from "next";
import { RoleList } from "@/lib/ui/roles/role-list";

export const metadata: Metadata = { title: "Roles" };

export default function RolesPage() {
  return <RoleList />;
}

import type { Metadata } from "next";
import { CompareRoles } from "@/lib/ui/roles/compare-roles";

export const metadata: Metadata = { title: "Compare roles" };

export default function CompareRolesPage() {
  return <CompareRoles />;
}

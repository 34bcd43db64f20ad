import type { Metadata } from "next";
import { RolePage } from "@/lib/ui/roles/role-page";

export const metadata: Metadata = { title: "Role" };

export default async function OneRolePage({ params }: { params: Promise<{ role_id: string }> }) {
  return <RolePage roleId={(await params).role_id} />;
}

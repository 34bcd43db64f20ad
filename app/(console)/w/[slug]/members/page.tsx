import type { Metadata } from "next";
import { MembersPage } from "@/lib/ui/members/members-page";

export const metadata: Metadata = { title: "Members" };

export default function WorkspaceMembersPage() {
  return <MembersPage />;
}

import type { Metadata } from "next";

export const metadata: Metadata = { title: "Members" };

export { MembersPage as default } from "@/lib/ui/members/members-page";

import type { Metadata } from "next";

export const metadata: Metadata = { title: "Teams" };

export { TeamList as default } from "@/lib/ui/teams/team-list";

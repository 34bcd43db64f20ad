import type { Metadata } from "next";
import { TeamList } from "@/lib/ui/teams/team-list";

export const metadata: Metadata = { title: "Teams" };

export default function TeamsPage() {
  return <TeamList />;
}

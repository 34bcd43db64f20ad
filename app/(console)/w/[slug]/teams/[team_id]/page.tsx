import type { Metadata } from "next";
import { TeamPage } from "@/lib/ui/teams/team-page";

export const metadata: Metadata = { title: "Team" };

export default async function OneTeamPage({ params }: { params: Promise<{ team_id: string }> }) {
  return <TeamPage teamId={(await params).team_id} />;
}

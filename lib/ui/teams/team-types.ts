import type { Team } from "@/lib/ui/teams/queries";

/** The ways a team can get its members, in words. */
export const TEAM_TYPES: Record<Team["type"], { label: string; description: string }> = {
  manual: { label: "By hand", description: "You choose the members." },
  repo_based: {
    label: "From repositories",
    description: "Each sync that you start adds everyone who committed in the last 90 days.",
  },
  auto_sync: {
    label: "Follows commits",
    description: "The same, but automatically, as commits arrive.",
  },
};

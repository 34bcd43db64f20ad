import { z } from "zod";
import { GivenId, idParam, Timestamp } from "@/lib/http/fields";
import { TeamParams } from "@/lib/teams/schema";

export const TeamMemberParams = TeamParams.extend({ developer_id: idParam("Team member") });

export const TeamRole = z.enum(["lead", "member"]);

export const MemberSource = z.enum(["manual", "repo_contributor", "auto_sync"]);

export const TeamMember = z
  .object({
    developer_id: z.string(),
    name: z.string(),
    email: z.string(),
    avatar_url: z.string().nullable(),
    role: TeamRole,
    source: MemberSource.meta({
      description: "How they joined. A sync only removes members who joined by one.",
    }),
    joined_at: Timestamp,
  })
  .meta({ id: "TeamMember" });
export type TeamMember = z.input<typeof TeamMember>;

export const AddTeamMember = z
  .object({
    developer_id: GivenId,
    role: TeamRole.optional().meta({
      description: "Left out, it is `member`, or what they already are here",
    }),
  })
  .meta({ id: "AddTeamMember" });
export type AddTeamMember = z.output<typeof AddTeamMember>;

export const UpdateTeamMember = z.object({ role: TeamRole }).meta({ id: "UpdateTeamMember" });
export type UpdateTeamMember = z.output<typeof UpdateTeamMember>;

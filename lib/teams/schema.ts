import { z } from "zod";
import { GivenId, idParam, line, Timestamp, WorkspaceParams } from "@/lib/http/fields";
import { PageQuery } from "@/lib/http/paging";
import { TEAM_NAME_CHARS_MAX, TEAM_SOURCES_MAX } from "@/lib/teams/limits";
import { Slug } from "@/lib/workspaces/schema";

export const TeamParams = WorkspaceParams.extend({ team_id: idParam("Team") });

export const TeamType = z.enum(["manual", "repo_based", "auto_sync"]).meta({
  description:
    "`manual`: members are added by hand. `repo_based`: a sync takes them from the commits of the source repositories. `auto_sync`: the same, automatically, whenever commits arrive.",
});

const SourceIds = z
  .array(GivenId)
  .max(TEAM_SOURCES_MAX)
  .transform((ids) => [...new Set(ids)])
  .meta({ description: "Repositories of the workspace whose contributors make up the team" });

export const TeamQuery = PageQuery.extend({
  type: TeamType.optional(),
  search: z.string().max(255).optional().meta({ description: "Part of a name" }),
});
export type TeamQuery = z.output<typeof TeamQuery>;

export const Team = z
  .object({
    id: z.string(),
    workspace_id: z.string(),
    name: z.string(),
    slug: z.string(),
    type: TeamType,
    source_repository_ids: z.array(z.string()),
    member_count: z.int(),
    synced_at: Timestamp.nullable().meta({ description: "When the members were last taken from commits" }),
    created_at: Timestamp,
  })
  .meta({ id: "Team" });
export type Team = z.input<typeof Team>;

export const CreateTeam = z
  .object({
    name: line(TEAM_NAME_CHARS_MAX),
    slug: Slug.optional(),
    type: TeamType.default("manual"),
    source_repository_ids: SourceIds.default([]),
  })
  .meta({ id: "CreateTeam" });
export type CreateTeam = z.output<typeof CreateTeam>;

export const UpdateTeam = z
  .object({
    name: line(TEAM_NAME_CHARS_MAX).optional(),
    slug: Slug.optional(),
    type: TeamType.optional(),
    source_repository_ids: SourceIds.optional(),
  })
  .meta({ id: "UpdateTeam" });
export type UpdateTeam = z.output<typeof UpdateTeam>;

export const TeamSync = z
  .object({
    added: z.int(),
    removed: z.int(),
    unchanged: z.int().meta({ description: "Members who stay, including those added by hand" }),
  })
  .meta({ id: "TeamSync" });
export type TeamSync = z.input<typeof TeamSync>;

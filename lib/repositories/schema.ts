import { z } from "zod";
import { idParam, Timestamp, WorkspaceParams } from "@/lib/http/fields";
import { PageQuery } from "@/lib/http/paging";
import { FULL_NAME_CHARS_MAX } from "@/lib/repositories/limits";
import { SYNC_STATUSES } from "@/lib/repositories/rules";

export const RepositoryParams = WorkspaceParams.extend({ repository_id: idParam("Repository") });

/** In the refusal while no code host is set up. */
export const MissingSettings = z.object({
  missing_settings: z.array(z.string()).meta({ description: "What whoever runs the service has to set" }),
});

const SyncStatus = z.enum(SYNC_STATUSES).meta({
  description:
    "`pending`: waits for its turn. `syncing`: under way. `failed`: see last_error; retried automatically. `no_credentials`: the adopter's connection no longer works.",
});

const Search = z.string().trim().max(FULL_NAME_CHARS_MAX).optional();

export const RepositoryQuery = PageQuery.extend({
  sync_status: SyncStatus.optional(),
  search: Search.meta({ description: "Part of a full name" }),
});
export type RepositoryQuery = z.output<typeof RepositoryQuery>;

export const Repository = z
  .object({
    id: z.string(),
    full_name: z.string().meta({ example: "acme/website" }),
    default_branch: z.string(),
    is_private: z.boolean(),
    adopted_by_developer_id: z
      .string()
      .nullable()
      .meta({ description: "Whose connection to the code host drives the sync; null once they were erased" }),
    adopted_by_name: z.string().nullable(),
    can_reclaim: z.boolean().meta({
      description: "Whether the adopter is inactive, suspended or gone, so that another may take over",
    }),
    sync_status: SyncStatus,
    last_synced_at: Timestamp.nullable(),
    last_error: z.string().nullable(),
    commit_count: z.int(),
    created_at: Timestamp,
  })
  .meta({ id: "Repository" });
export type Repository = z.input<typeof Repository>;

/** Names of code hosts hold letters, digits, dots, dashes and underscores; `.` and `..` would be paths. */
const FULL_NAME = /^(?!\.{1,2}\/)[\w.-]+\/(?!\.{1,2}$)[\w.-]+$/;

export const AdoptRepository = z
  .object({
    full_name: z
      .string()
      .trim()
      .max(FULL_NAME_CHARS_MAX)
      .regex(FULL_NAME, "Must look like owner/name")
      .meta({ example: "acme/website" }),
  })
  .meta({ id: "AdoptRepository" });
export type AdoptRepository = z.output<typeof AdoptRepository>;

export const AvailableQuery = z.object({ search: Search.meta({ description: "Part of a full name" }) });
export type AvailableQuery = z.output<typeof AvailableQuery>;

export const AvailableRepository = z
  .object({
    full_name: z.string(),
    default_branch: z.string(),
    is_private: z.boolean(),
    repository_id: z
      .string()
      .nullable()
      .meta({ description: "Set where this workspace has adopted it already" }),
  })
  .meta({ id: "AvailableRepository" });
export type AvailableRepository = z.input<typeof AvailableRepository>;

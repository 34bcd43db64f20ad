import { z } from "zod";
import { idParam, Timestamp } from "@/lib/http/fields";
import { PageQuery } from "@/lib/http/paging";

const SEARCH_CHARS_MAX = 100;
const PLAN_ID_CHARS_MAX = 63;

export const OperatorWorkspaceParams = z.object({ workspace_id: idParam("Workspace") });

const ceiling = z.int().nullable().meta({ description: "null means without limit" });

export const Plan = z
  .object({
    id: z.string(),
    name: z.string(),
    description: z.string(),
    is_default: z.boolean().meta({ description: "Whether workspaces without a plan of their own are on it" }),
    members_max: ceiling,
    projects_max: ceiling,
    devices_max: ceiling,
    webhooks_max: ceiling,
  })
  .meta({ id: "Plan" });
export type Plan = z.input<typeof Plan>;

export const OperatorWorkspaceQuery = PageQuery.extend({
  search: z
    .string()
    .trim()
    .max(SEARCH_CHARS_MAX)
    .optional()
    .meta({ description: "Part of a name, a slug or an owner's email address" }),
});
export type OperatorWorkspaceQuery = z.output<typeof OperatorWorkspaceQuery>;

export const OperatorWorkspace = z
  .object({
    id: z.string(),
    name: z.string(),
    slug: z.string(),
    owner_email: z.string().nullable().meta({ description: "Of the active owner who joined first" }),
    is_active: z.boolean(),
    plan_id: z.string().meta({ description: "The plan that it is on" }),
    plan_set_by: z.enum(["default", "payment", "operator"]),
    created_at: Timestamp,
  })
  .meta({ id: "OperatorWorkspace" });
export type OperatorWorkspace = z.input<typeof OperatorWorkspace>;

export const SetPlan = z
  .object({
    plan_id: z.string().max(PLAN_ID_CHARS_MAX).nullable().meta({
      description:
        "Holds whatever is paid for, until it is changed here again; null leaves it to payments, or to the default plan where nothing is paid for",
    }),
  })
  .meta({ id: "SetPlan" });
export type SetPlan = z.output<typeof SetPlan>;

import { z } from "zod";
import { ROLE_DESCRIPTION_CHARS_MAX, ROLE_NAME_CHARS_MAX, ROLE_PRIORITY_MAX } from "@/lib/access/limits";
import { Permission, Template } from "@/lib/access/schema";
import { expectedParts } from "@/lib/http/expected";
import { idParam, line, Timestamp } from "@/lib/http/fields";
import { PageQuery } from "@/lib/http/paging";

export const RoleParams = z.object({ workspace_id: z.string(), role_id: idParam("Role") });

export const RoleQuery = PageQuery.extend({
  search: z.string().max(ROLE_NAME_CHARS_MAX).optional().meta({ description: "Part of a role's name" }),
});
export type RoleQuery = z.output<typeof RoleQuery>;

const Permissions = z
  .array(Permission)
  .max(Permission.options.length * 2)
  .transform((slugs) => [...new Set(slugs)]);
const Priority = z.int().min(0).max(ROLE_PRIORITY_MAX);
const Description = z.string().trim().max(ROLE_DESCRIPTION_CHARS_MAX);

export const Role = z
  .object({
    id: z.string(),
    workspace_id: z.string(),
    name: z.string(),
    slug: z.string(),
    description: z.string(),
    permissions: z.array(Permission),
    priority: z.int().meta({ description: "Higher means more authority" }),
    based_on_template: Template.nullable(),
    is_system: z.boolean(),
    member_count: z.int(),
    invite_count: z.int().meta({ description: "Open invites that give it" }),
    created_at: Timestamp,
  })
  .meta({ id: "Role" });
export type Role = z.input<typeof Role>;

export const CreateRole = z
  .object({
    name: line(ROLE_NAME_CHARS_MAX),
    description: Description.optional(),
    based_on_template: Template.exclude(["owner"]).optional(),
    permissions: Permissions.optional().meta({ description: "Without it the template's are copied" }),
    priority: Priority.optional(),
  })
  .meta({ id: "CreateRole" });
export type CreateRole = z.output<typeof CreateRole>;

export const UpdateRole = z
  .object({
    name: line(ROLE_NAME_CHARS_MAX).optional(),
    description: Description.optional(),
    permissions: Permissions.optional(),
    priority: Priority.optional(),
    expected: expectedParts(["name", "description", "permissions", "priority"]),
  })
  .meta({ id: "UpdateRole" });
export type UpdateRole = z.output<typeof UpdateRole>;

export const DuplicateRole = z
  .object({ name: line(ROLE_NAME_CHARS_MAX).optional() })
  .meta({ id: "DuplicateRole" });
export type DuplicateRole = z.output<typeof DuplicateRole>;

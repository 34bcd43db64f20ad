import { z } from "zod";
import { Permission } from "@/lib/access/schema";
import { OWN_TRACKER } from "@/lib/access/scope/rules";
import { GivenTime, idParam, line, Timestamp } from "@/lib/http/fields";
import { secretText } from "@/lib/http/secret-fields";
import { API_TOKEN_EXPIRES_IN_DAYS_MAX, API_TOKEN_NAME_CHARS_MAX } from "@/lib/tokens/limits";

export const ApiTokenParams = z.object({ token_id: idParam("API token") });

const OwnTracker = z.literal(OWN_TRACKER);
const Permissions = z.array(z.union([Permission, OwnTracker])).max(2 * Permission.options.length);

/** What a token may do at most, as it is shown and given. */
const scopeFields = {
  workspace_id: z
    .uuid()
    .nullable()
    .meta({ description: "The only workspace it has access to; null for all of yours" }),
  permissions: Permissions.nullable().meta({
    description:
      "Which of your permissions it has: those of the catalog, and `own_tracker` for your own devices and time. null for everything, your account included",
  }),
  is_read_only: z.boolean().meta({ description: "Whether it may only read" }),
};

export const ApiToken = z
  .object({
    id: z.uuid(),
    name: z.string(),
    token_prefix: z.string().meta({ description: "The first 12 characters", example: "svc_8fK2pQ0a" }),
    expires_at: Timestamp.nullable(),
    last_used_at: Timestamp.nullable(),
    is_active: z.boolean(),
    parent_id: z.uuid().nullable().meta({
      description:
        "The API token that it was made with. It ends with that one; null when it was created with a JWT",
    }),
    ...scopeFields,
    permissions: z.array(z.string()).nullable().meta({ description: "null for all of yours" }),
    created_at: Timestamp,
  })
  .meta({ id: "ApiToken" });
export type ApiToken = z.input<typeof ApiToken>;

export const NewApiToken = ApiToken.extend({
  token: secretText("The token itself, in this answer only"),
}).meta({ id: "NewApiToken" });
export type NewApiToken = z.input<typeof NewApiToken>;

export const CreateApiToken = z
  .object({
    name: line(API_TOKEN_NAME_CHARS_MAX),
    expires_in_days: z.int().min(1).max(API_TOKEN_EXPIRES_IN_DAYS_MAX).nullish(),
    expires_at: GivenTime.nullish(),
    workspace_id: scopeFields.workspace_id.optional(),
    permissions: Permissions.min(1).nullable().optional().meta({
      description:
        "The only permissions that the token has: slugs of the catalog, or `own_tracker` for your own devices and time. null or absent: all that you have, including your account",
    }),
    is_read_only: scopeFields.is_read_only.optional(),
  })
  .refine((body) => body.expires_in_days == null || body.expires_at == null, {
    path: ["expires_at"],
    message: "Give expires_in_days or expires_at, not both",
  })
  .meta({ id: "CreateApiToken" });
export type CreateApiToken = z.output<typeof CreateApiToken>;

export const UpdateApiToken = z
  .object({ name: line(API_TOKEN_NAME_CHARS_MAX).optional(), is_active: z.boolean().optional() })
  .meta({ id: "UpdateApiToken" });
export type UpdateApiToken = z.output<typeof UpdateApiToken>;

import { z } from "zod";
import { idParam, line, Timestamp } from "@/lib/http/fields";
import { secretText } from "@/lib/http/secret-fields";
import { API_TOKEN_EXPIRES_IN_DAYS_MAX, API_TOKEN_NAME_CHARS_MAX } from "@/lib/tokens/limits";

export const ApiTokenParams = z.object({ token_id: idParam("API token") });

export const ApiToken = z
  .object({
    id: z.uuid(),
    name: z.string(),
    token_prefix: z.string().meta({ description: "The first 12 characters", example: "svc_8fK2pQ0a" }),
    expires_at: Timestamp.nullable(),
    last_used_at: Timestamp.nullable(),
    is_active: z.boolean(),
    created_at: Timestamp,
  })
  .meta({ id: "ApiToken" });

export const NewApiToken = ApiToken.extend({
  token: secretText("The token itself, in this answer only"),
}).meta({ id: "NewApiToken" });

export const CreateApiToken = z
  .object({
    name: line(API_TOKEN_NAME_CHARS_MAX),
    expires_in_days: z.int().min(1).max(API_TOKEN_EXPIRES_IN_DAYS_MAX).nullish(),
    expires_at: Timestamp.nullish(),
  })
  .refine((body) => body.expires_in_days == null || body.expires_at == null, {
    path: ["expires_at"],
    message: "Give expires_in_days or expires_at, not both",
  })
  .meta({ id: "CreateApiToken" });

export const UpdateApiToken = z
  .object({ name: line(API_TOKEN_NAME_CHARS_MAX).optional(), is_active: z.boolean().optional() })
  .meta({ id: "UpdateApiToken" });

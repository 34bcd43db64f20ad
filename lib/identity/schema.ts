import { z } from "zod";
import { GivenId, httpsUrl, idParam, line, shownText, Timestamp, TimeZone } from "@/lib/http/fields";
import { AVATAR_URL_CHARS_MAX, DEVELOPER_NAME_CHARS_MAX } from "@/lib/identity/limits";
import { BRANDS, PROVIDER_IDS } from "@/lib/identity/rules";
import { SESSION_CLIENT_CHARS_MAX } from "@/lib/identity/sessions/limits";

// Which provider, redirect_url and port are allowed is judged by rules.ts, because each has a sentence of its own.
export const ProviderParams = z.object({
  provider: z.string().meta({ description: "`code_host`, `suite_a` or `suite_b`", example: "code_host" }),
});
const ClientName = shownText(SESSION_CLIENT_CHARS_MAX, false)
  .optional()
  .meta({ description: "What the desktop client calls itself in the list of sign-ins", example: "Tracker" });
export const LoginQuery = z.object({
  redirect_url: z.string().optional().meta({
    description: "Loopback address of a desktop client",
    example: "http://127.0.0.1:49152/callback",
  }),
  client: ClientName,
  prompt: z.literal("select_account").optional().meta({
    description: "Ask which account to use, where the provider can (GitHub, Google, Microsoft)",
  }),
});
export type LoginQuery = z.output<typeof LoginQuery>;
export const DeviceLoginQuery = z.object({
  provider: z.string().optional().meta({ example: "code_host" }),
  port: z.string().optional().meta({ description: "1024 to 65535", example: "49152" }),
  client: ClientName,
});
export const CallbackQuery = z.object({
  code: z.string().optional(),
  state: z.string().optional(),
  iss: z.string().optional(),
  error: z.string().optional(),
});
export type CallbackQuery = z.output<typeof CallbackQuery>;

export const ProviderId = z.enum(PROVIDER_IDS);

export const ProviderList = z.array(
  z
    .object({
      id: ProviderId,
      name: z.string(),
      brand: z.enum(BRANDS).nullable().meta({ description: "Whose logo stands for it" }),
      is_available: z.boolean(),
      is_local: z.boolean(),
    })
    .meta({ id: "SignInProvider" }),
);
export type ProviderList = z.output<typeof ProviderList>;

export const Developer = z
  .object({
    id: z.uuid(),
    name: z.string(),
    email: z.string(),
    email_verified: z
      .boolean()
      .meta({ description: "Whether a sign-in provider confirmed that the address is yours" }),
    avatar_url: z.string().nullable(),
    current_workspace_id: z
      .uuid()
      .nullable()
      .meta({ description: "A default for clients, never a proof of access" }),
    time_zone: z.string().nullable().meta({
      description: "Your days begin and end by it; null until you or a browser set it",
      example: "Europe/Berlin",
    }),
    is_operator: z.boolean().meta({ description: "Whether you run this service" }),
    can_create_workspaces: z.boolean(),
    operator_contact: z.string().nullable().meta({
      description: "Whom to contact about missing permissions: an email or web address",
    }),
    created_at: Timestamp,
  })
  .meta({ id: "Developer" });
export type Developer = z.input<typeof Developer>;

export const UpdateDeveloper = z
  .object({
    name: line(DEVELOPER_NAME_CHARS_MAX).optional(),
    avatar_url: httpsUrl(AVATAR_URL_CHARS_MAX, /./).nullable().optional(),
    current_workspace_id: GivenId.nullable().optional(),
    time_zone: TimeZone.optional(),
  })
  .meta({ id: "UpdateDeveloper" });
export type UpdateDeveloper = z.output<typeof UpdateDeveloper>;

export const DeleteDeveloperQuery = z.object({
  erase: z
    .enum(["true", "false"])
    .default("false")
    .transform((value) => value === "true")
    .meta({ description: "true removes the record and its personal data for good" }),
});

export const ConnectionParams = z.object({ connection_id: idParam("Connection") });

export const ConnectionStatus = z.enum(["active", "reauth_required"]);

export const Connection = z
  .object({
    id: z.uuid(),
    provider: ProviderId,
    subject: z.string(),
    email: z.string().nullable(),
    scopes: z.array(z.string()),
    status: ConnectionStatus,
    expires_at: Timestamp.nullable().meta({ description: "When the provider's access token expires" }),
    last_checked_at: Timestamp.nullable(),
    created_at: Timestamp,
  })
  .meta({ id: "Connection" });
export type Connection = z.input<typeof Connection>;

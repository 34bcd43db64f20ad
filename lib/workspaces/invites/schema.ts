import { z } from "zod";
import { GivenId, idParam, Timestamp, WorkspaceParams } from "@/lib/http/fields";
import { PageQuery } from "@/lib/http/paging";
import { secretText } from "@/lib/http/secret-fields";

export const InviteParams = WorkspaceParams.extend({ invite_id: idParam("Invite") });
export const InviteTokenParams = z.object({
  token: z
    .string()
    .min(20, "Invite not found")
    .max(100, "Invite not found")
    .meta({ description: "The invite's token: the end of its link" }),
});

const InviteStatus = z.enum(["open", "expired", "accepted"]);
export const InviteQuery = PageQuery.extend({ status: InviteStatus.optional() });
export type InviteQuery = z.output<typeof InviteQuery>;

const EMAIL_CHARS_MAX = 254;

export const CreateInvite = z
  .object({
    email: z.string().trim().toLowerCase().max(EMAIL_CHARS_MAX).check(z.email()),
    custom_role_id: GivenId,
  })
  .meta({ id: "CreateInvite" });
export type CreateInvite = z.output<typeof CreateInvite>;

export const Invite = z
  .object({
    id: z.string(),
    email: z.string(),
    custom_role_id: z.string(),
    role_name: z.string(),
    invited_by: z.string().nullable().meta({ description: "Name of who invited" }),
    status: InviteStatus,
    expires_at: Timestamp,
    sent_at: Timestamp.nullable().meta({ description: "When mail last went out; null where none did" }),
    created_at: Timestamp,
  })
  .meta({ id: "Invite" });
export type Invite = z.input<typeof Invite>;

export const NewInvite = Invite.extend({
  token: secretText("In this answer only"),
  url: secretText("The link to accept it, in this answer only"),
  needs_account: z.boolean().meta({
    description:
      "Whether only somebody who has an account here can accept it: this service makes no new ones",
  }),
}).meta({ id: "NewInvite" });
export type NewInvite = z.input<typeof NewInvite>;

export const InvitePreview = z
  .object({
    workspace_name: z.string(),
    role_name: z.string(),
    invited_by: z.string().nullable(),
    email: z.string().meta({ description: "The address it is for, its middle hidden" }),
    expires_at: Timestamp,
  })
  .meta({ id: "InvitePreview" });
export type InvitePreview = z.output<typeof InvitePreview>;

/** In the refusal of an invite to an address that may be the caller's. */
export const NotYours = z.object({
  reason: z.literal("email_unverified").meta({
    description: "The address is yours, but no sign-in provider has confirmed that",
  }),
});

export const AcceptedInvite = z
  .object({ workspace_id: z.string(), workspace_slug: z.string() })
  .meta({ id: "AcceptedInvite" });
export type AcceptedInvite = z.input<typeof AcceptedInvite>;

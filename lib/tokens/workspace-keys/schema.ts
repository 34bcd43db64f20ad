import { z } from "zod";
import { idParam, line, Timestamp, WorkspaceParams } from "@/lib/http/fields";
import { secretText } from "@/lib/http/secret-fields";
import { WORKSPACE_KEY_NAME_CHARS_MAX } from "@/lib/tokens/workspace-keys/limits";

export const WorkspaceKeyParams = WorkspaceParams.extend({ key_id: idParam("API key") });

export const WorkspaceKey = z
  .object({
    id: z.uuid(),
    name: z.string(),
    key_prefix: z.string().meta({ description: "The first 12 characters", example: "wsk_8fK2pQ0a" }),
    last_used_at: Timestamp.nullable().meta({ description: "Accurate to the minute" }),
    created_at: Timestamp,
  })
  .meta({ id: "WorkspaceKey" });
export type WorkspaceKey = z.input<typeof WorkspaceKey>;

export const NewWorkspaceKey = WorkspaceKey.extend({
  key: secretText("The key itself, in this answer only"),
}).meta({ id: "NewWorkspaceKey" });
export type NewWorkspaceKey = z.input<typeof NewWorkspaceKey>;

export const CreateWorkspaceKey = z
  .object({ name: line(WORKSPACE_KEY_NAME_CHARS_MAX) })
  .meta({ id: "CreateWorkspaceKey" });
export type CreateWorkspaceKey = z.output<typeof CreateWorkspaceKey>;

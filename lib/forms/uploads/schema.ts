import { z } from "zod";
import { FILE_BYTES_MAX, FILE_NAME_CHARS_MAX } from "@/lib/forms/limits";
import { FieldKey } from "@/lib/forms/schema";
import { shownText } from "@/lib/http/fields";

export const PresignUpload = z
  .object({
    field: FieldKey,
    file_name: shownText(FILE_NAME_CHARS_MAX, false).min(1),
    content_type: z.string().max(120),
    byte_size: z.int().min(1).max(FILE_BYTES_MAX),
    sha256: z
      .string()
      .regex(/^[0-9a-fA-F]{64}$/, "Must be 64 hex digits")
      .toLowerCase()
      .meta({ example: "9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08" }),
  })
  .meta({ id: "PresignFormUpload" });
export type PresignUpload = z.output<typeof PresignUpload>;

export const PresignedUpload = z
  .object({
    upload_id: z.uuid().meta({ description: "What the file field carries as its answer" }),
    upload_url: z.url(),
    upload_headers: z.record(z.string(), z.string()),
    expires_in_s: z.int(),
  })
  .meta({ id: "PresignedFormUpload" });
export type PresignedUpload = z.output<typeof PresignedUpload>;

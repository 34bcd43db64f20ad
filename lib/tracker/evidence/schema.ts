import { z } from "zod";
import { GivenId, GivenTime, Timestamp } from "@/lib/http/fields";
import { PageQuery } from "@/lib/http/paging";
import { DeviceId } from "@/lib/tracker/devices/schema";
import { EVIDENCE_BYTES_MAX, EVIDENCE_REF_RANDOM_CHARS } from "@/lib/tracker/evidence/limits";
import { EVENT_ID_CHARS_MAX } from "@/lib/tracker/ingest/limits";

export const EvidenceParams = z.object({
  evidence_ref: z
    .string()
    .regex(new RegExp(`^ev_[0-9A-Za-z]{${EVIDENCE_REF_RANDOM_CHARS}}$`), "Evidence not found"),
});

export const EvidenceContentType = z.enum(["image/webp", "image/png", "image/jpeg"]);

export const PresignEvidence = z
  .object({
    event_id: z.string().min(1).max(EVENT_ID_CHARS_MAX),
    content_type: EvidenceContentType,
    byte_size: z.int().min(1).max(EVIDENCE_BYTES_MAX),
    sha256: z
      .string()
      .regex(/^[0-9a-fA-F]{64}$/, "Must be 64 hex digits")
      .toLowerCase()
      .meta({
        description: "SHA-256 of the image, in hex",
        example: "9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08",
      }),
  })
  .meta({ id: "PresignEvidence" });
export type PresignEvidence = z.output<typeof PresignEvidence>;

export const EvidenceStatus = z.enum(["pending", "verified", "mismatch", "missing"]);

export const VerifiedEvidence = z
  .object({
    evidence_ref: z.string(),
    status: EvidenceStatus.meta({
      description:
        "`pending` until the upload arrives or its URL expires; `mismatch` if the bytes differ, which is final",
    }),
  })
  .meta({ id: "VerifiedEvidence" });
export type VerifiedEvidence = z.input<typeof VerifiedEvidence>;

export const PresignedEvidence = z
  .object({
    evidence_ref: z.string().meta({ description: "To be sent with the event as evidence_ref" }),
    upload_url: z.url(),
    upload_headers: z
      .record(z.string(), z.string())
      .meta({ description: "The headers that the PUT must carry: the announced content type" }),
    expires_in_s: z.int(),
  })
  .meta({ id: "PresignedEvidence" });
export type PresignedEvidence = z.input<typeof PresignedEvidence>;

export const EvidenceView = z
  .object({
    evidence_ref: z.string(),
    event_id: z.string(),
    device_id: z.string(),
    content_type: EvidenceContentType,
    byte_size: z.int(),
    created_at: Timestamp,
    url: z.url(),
    expires_in_s: z.int(),
  })
  .meta({ id: "EvidenceView" });
export type EvidenceView = z.input<typeof EvidenceView>;

export const WorkspaceEvidenceQuery = PageQuery.extend({
  project_id: GivenId.optional().meta({ description: "Only those of this project" }),
  developer_id: GivenId.optional().meta({ description: "Only those of this person" }),
  device_id: DeviceId.optional().meta({ description: "Only those of this device" }),
  from: GivenTime.optional().meta({ description: "Only those taken at this time or later" }),
  to: GivenTime.optional().meta({ description: "Only those taken before this time" }),
});
export type WorkspaceEvidenceQuery = z.output<typeof WorkspaceEvidenceQuery>;

export const WorkspaceEvidence = z
  .object({
    evidence_ref: z.string(),
    event_id: z.string(),
    device_id: z.string(),
    device_name: z.string().nullable(),
    developer_id: z.string(),
    developer_name: z.string(),
    project_id: z.string(),
    project_name: z.string(),
    content_type: EvidenceContentType,
    byte_size: z.int(),
    taken_at: Timestamp.nullable().meta({
      description: "`ts` of its sample; null until that arrives, and once it is gone",
    }),
    created_at: Timestamp.meta({ description: "When its upload was announced" }),
  })
  .meta({ id: "WorkspaceEvidence" });
export type WorkspaceEvidence = z.input<typeof WorkspaceEvidence>;

import { z } from "zod";
import { COUNTED_DAYS_DEFAULT, COUNTED_DAYS_MAX, SUBMISSION_SEARCH_CHARS_MAX } from "@/lib/forms/limits";
import { FieldKey, FieldType, FormParams, FormValue } from "@/lib/forms/schema";
import { GivenTime, idParam, Timestamp, TimeZone, wholeNumber } from "@/lib/http/fields";
import { PageQuery } from "@/lib/http/paging";

export const SpamReason = z.enum([
  "honeypot",
  "too_fast",
  "ticket_invalid",
  "links",
  "duplicate",
  "marked_by_member",
]);
export type SpamReason = z.output<typeof SpamReason>;

export const UploadStatus = z.enum(["pending", "verified", "mismatch", "missing"]);
export type UploadStatus = z.output<typeof UploadStatus>;

const SubmissionFile = z.object({
  upload_id: z.uuid(),
  field: z.string(),
  file_name: z.string(),
  content_type: z.string(),
  byte_size: z.int(),
  status: UploadStatus.meta({ description: "Only verified files can be downloaded" }),
});

/** What became of a submission at its form's destination. */
export const SubmissionDeliveryStatus = z.enum(["none", "done", "failed"]);

export const Submission = z
  .object({
    id: z.uuid(),
    form_id: z.uuid(),
    submitted_at: Timestamp,
    values: z.record(z.string(), FormValue),
    is_spam: z.boolean(),
    spam_reasons: z.array(SpamReason),
    files: z.array(SubmissionFile),
    delivery: z
      .object({
        status: SubmissionDeliveryStatus,
        record_id: z.uuid().nullable().meta({ description: "The CRM record or table row it became" }),
        error: z.string().nullable(),
      })
      .meta({ description: "Its state at the form's destination" }),
  })
  .meta({ id: "FormSubmission" });
export type Submission = z.input<typeof Submission>;

export const SubmissionParams = FormParams.extend({ submission_id: idParam("Submission") });
export const FileParams = SubmissionParams.extend({ upload_id: idParam("File") });

const submissionFilter = {
  status: z.enum(["accepted", "spam"]).optional().meta({ description: "Default both" }),
  since: GivenTime.optional(),
  until: GivenTime.optional(),
  field: FieldKey.optional().meta({ description: "Where `contains` looks; default every field" }),
  contains: z.string().trim().max(SUBMISSION_SEARCH_CHARS_MAX).optional(),
};
export const SubmissionsQuery = PageQuery.extend(submissionFilter);
export type SubmissionsQuery = z.output<typeof SubmissionsQuery>;
export const SubmissionsFilter = z.object(submissionFilter);
export const ExportQuery = SubmissionsFilter.extend({ format: z.enum(["csv", "json"]).default("csv") });
export type ExportQuery = z.output<typeof ExportQuery>;
export type SubmissionsFilter = z.output<typeof SubmissionsFilter>;

export const UpdateSubmission = z.object({ is_spam: z.boolean() }).meta({ id: "UpdateFormSubmission" });
export type UpdateSubmission = z.output<typeof UpdateSubmission>;

export const CountsQuery = z.object({
  days: wholeNumber(1, COUNTED_DAYS_MAX, COUNTED_DAYS_DEFAULT),
  zone: TimeZone.default("UTC").meta({ description: "Time zone of the days", example: "Europe/Berlin" }),
});
export type CountsQuery = z.output<typeof CountsQuery>;

export const SubmissionCounts = z
  .object({
    days: z
      .array(z.object({ day: z.iso.date(), accepted: z.int(), spam: z.int() }))
      .meta({ description: "Every day of the time asked for, oldest first; the last is today" }),
  })
  .meta({ id: "FormSubmissionCounts" });
export type SubmissionCounts = z.input<typeof SubmissionCounts>;

export const FileLink = z
  .object({ url: z.url(), file_name: z.string(), expires_in_s: z.int() })
  .meta({ id: "FormFileLink" });
export type FileLink = z.input<typeof FileLink>;

export const SubmissionSummary = z
  .object({
    submissions: z.int().meta({ description: "How many it sums up: the newest 5,000 that are not spam" }),
    is_cut: z.boolean().meta({ description: "Whether there are older ones" }),
    fields: z.array(
      z.object({
        key: z.string(),
        label: z.string(),
        type: FieldType,
        answered: z.int().meta({ description: "How many gave an answer" }),
        bars: z.array(z.object({ label: z.string(), count: z.int() })).meta({
          description: "The bars to draw: options, stars, ranges of numbers, months; none for texts",
        }),
        average: z.number().nullable().meta({ description: "Of numbers and ratings" }),
        texts: z.array(z.string()).meta({ description: "The latest answers, for questions with typed text" }),
      }),
    ),
  })
  .meta({ id: "FormSubmissionSummary" });
export type SubmissionSummary = z.input<typeof SubmissionSummary>;

import { z } from "zod";
import { GivenId, GivenLogo, idParam, line, PageColor, ShownLogo, Timestamp } from "@/lib/http/fields";
import { PageQuery } from "@/lib/http/paging";
import { nameKey } from "@/lib/platform/name-key";
import {
  CATEGORIES_MAX,
  CATEGORY_CHARS_MAX,
  COMMENT_CHARS_MAX,
  REQUEST_DESCRIPTION_CHARS_MAX,
  REQUEST_SEARCH_CHARS_MAX,
  REQUEST_TITLE_CHARS_MAX,
} from "@/lib/projects/requests/limits";
import { withoutControls } from "@/lib/projects/requests/rules";
import { ProjectParams } from "@/lib/projects/schema";
import { TaskStatus } from "@/lib/projects/tasks/schema";

/** An address that no page has is answered like one of a private project. */
export const PageParams = z.object({ slug: z.string().meta({ description: "The public page's slug" }) });
export const PublicRequestParams = PageParams.extend({ request_id: idParam("Request") });
/** Where a request is that was merged: a part of what is answered instead of it. */
export const MergedRequest = z.object({
  merged_into_id: z.string().meta({ description: "If it was merged: where its votes and comments are now" }),
});

export const PublicCommentParams = PublicRequestParams.extend({ comment_id: idParam("Comment") });
export const RequestParams = ProjectParams.extend({ request_id: idParam("Request") });
export const CommentParams = RequestParams.extend({ comment_id: idParam("Comment") });
export const BlockParams = ProjectParams.extend({ developer_id: idParam("Person") });

/** In the order of the roadmap, the two ends of a request's life around it. */
export const RequestStatus = z.enum(["open", "planned", "in_progress", "done", "declined"]);
export type RequestStatus = z.output<typeof RequestStatus>;
export const Visibility = z.enum(["visible", "pending", "hidden"]);
const RequestSort = z.enum(["votes", "newest", "trending"]);

const Title = z.string().overwrite(withoutControls).trim().min(1).max(REQUEST_TITLE_CHARS_MAX);
const Description = z.string().overwrite(withoutControls).trim().max(REQUEST_DESCRIPTION_CHARS_MAX);
const CommentBody = z.string().overwrite(withoutControls).trim().min(1).max(COMMENT_CHARS_MAX);

const Category = line(CATEGORY_CHARS_MAX);
const GivenCategory = z.string().max(CATEGORY_CHARS_MAX).nullable().meta({
  description: "One of the page's categories, or null",
});

export const RequestQuery = PageQuery.extend({
  sort: RequestSort.default("votes").meta({
    description: "`trending` goes by the votes of the last 14 days",
  }),
  status: RequestStatus.optional(),
  category: Category.optional().meta({ description: "One of the page's categories" }),
  search: z
    .string()
    .max(REQUEST_SEARCH_CHARS_MAX)
    .optional()
    .meta({ description: "Part of a title or description" }),
});
export type RequestQuery = z.output<typeof RequestQuery>;

export const SimilarQuery = z.object({ title: z.string().trim().min(1).max(REQUEST_SEARCH_CHARS_MAX) });

const PublicPerson = z.object({ name: z.string() }).nullable().meta({ description: "null once erased" });

export const PublicRequest = z
  .object({
    id: z.string(),
    title: z.string(),
    description: z.string(),
    status: RequestStatus,
    votes: z.int(),
    voted: z.boolean().meta({ description: "Whether you voted for it; false without a bearer" }),
    comments: z.int().meta({ description: "How many can be read" }),
    author: PublicPerson,
    is_pending: z.boolean().meta({ description: "Only its author sees it until staff let it through" }),
    task: z
      .object({ key: z.string(), title: z.string(), status: TaskStatus })
      .nullable()
      .meta({ description: "The task that does it, where the board is public" }),
    category: z.string().nullable(),
    is_own: z.boolean().meta({ description: "Whether you wrote it; false without a bearer" }),
    edited_at: Timestamp.nullable().meta({ description: "When its author changed its words last" }),
    merged_into_id: z.string().nullable().meta({ description: "Where its votes and comments are now" }),
    created_at: Timestamp,
    status_changed_at: Timestamp.nullable(),
  })
  .meta({ id: "PublicRequest" });
export type PublicRequest = z.input<typeof PublicRequest>;

export const CreateRequest = z
  .object({ title: Title, description: Description.default(""), category: GivenCategory.default(null) })
  .meta({ id: "CreateRequest" });
export type CreateRequest = z.output<typeof CreateRequest>;

export const EditRequest = z
  .object({ title: Title, description: Description, category: GivenCategory })
  .partial()
  .meta({ id: "EditRequest" });
export type EditRequest = z.output<typeof EditRequest>;

export const Following = z.object({ following: z.boolean() }).meta({ id: "ProjectFollowing" });
export type Following = z.input<typeof Following>;

export const Vote = z.object({ votes: z.int(), voted: z.boolean() }).meta({ id: "RequestVote" });
export type Vote = z.input<typeof Vote>;

export const PublicComment = z
  .object({
    id: z.string(),
    body: z.string(),
    author: PublicPerson,
    is_staff: z.boolean().meta({ description: "Whether its author runs the project" }),
    is_pending: z.boolean().meta({ description: "Only its author sees it until staff let it through" }),
    is_own: z.boolean().meta({ description: "Whether you wrote it; false without a bearer" }),
    created_at: Timestamp,
    edited_at: Timestamp.nullable(),
  })
  .meta({ id: "PublicRequestComment" });
export type PublicComment = z.input<typeof PublicComment>;

export const CreateComment = z.object({ body: CommentBody }).meta({ id: "CreateRequestComment" });
export type CreateComment = z.output<typeof CreateComment>;

export const StatusChange = z
  .object({ from: RequestStatus, to: RequestStatus, created_at: Timestamp })
  .meta({ id: "RequestStatusChange" });
export type StatusChange = z.input<typeof StatusChange>;

/* What staff see of the same. */

const StaffPerson = z.object({ id: z.string(), name: z.string(), is_blocked: z.boolean() }).nullable();

export const StaffRequestQuery = RequestQuery.extend({
  sort: RequestSort.default("newest"),
  visibility: z
    .enum([...Visibility.options, "merged"])
    .default("visible")
    .meta({ description: "`pending` is what waits to be let through" }),
});
export type StaffRequestQuery = z.output<typeof StaffRequestQuery>;

export const StaffRequest = PublicRequest.omit({ voted: true, is_pending: true, is_own: true })
  .extend({
    project_id: z.string(),
    author: StaffPerson,
    visibility: Visibility,
    pending_comments: z.int(),
    updated_at: Timestamp,
  })
  .meta({ id: "ProjectRequest" });
export type StaffRequest = z.input<typeof StaffRequest>;

export const UpdateRequest = z
  .object({
    status: RequestStatus.optional(),
    visibility: z
      .enum(["visible", "hidden"])
      .optional()
      .meta({ description: "`visible` lets a pending one through and shows a hidden one again" }),
    title: Title.optional(),
    description: Description.optional(),
    category: GivenCategory.optional(),
    task_number: z
      .int32()
      .positive()
      .nullish()
      .meta({ description: "Number of the project's task that does it; null for none" }),
  })
  .meta({ id: "UpdateProjectRequest" });
export type UpdateRequest = z.output<typeof UpdateRequest>;

export const MergeRequest = z
  .object({ into_id: GivenId.meta({ description: "The request that stays" }) })
  .meta({ id: "MergeProjectRequest" });

export const StaffComment = PublicComment.omit({ is_pending: true, is_own: true })
  .extend({ author: StaffPerson, visibility: Visibility })
  .meta({ id: "ProjectRequestComment" });
export type StaffComment = z.input<typeof StaffComment>;

export const UpdateComment = z
  .object({ visibility: z.enum(["visible", "hidden"]) })
  .meta({ id: "UpdateProjectRequestComment" });
export type UpdateComment = z.output<typeof UpdateComment>;

export const StaffStatusChange = StatusChange.extend({
  actor: z.object({ name: z.string() }).nullable(),
}).meta({ id: "ProjectRequestStatusChange" });
export type StaffStatusChange = z.input<typeof StaffStatusChange>;

export const Reviews = z.enum(["nobody", "new_accounts", "everyone"]);

/** Whether all of these differ to those who read them, who see neither case nor how an accent is stored. */
function areDistinct(names: readonly string[]): boolean {
  return new Set(names.map(nameKey)).size === names.length;
}

export const PageSettings = z
  .object({
    reviews: Reviews.meta({
      description: "Whose requests and comments wait for staff. Accounts are new for 7 days.",
    }),
    is_indexed: z.boolean().meta({ description: "Whether search engines may list the page" }),
    categories: z
      .array(Category)
      .max(CATEGORIES_MAX)
      .refine(areDistinct, { message: "Two categories are the same" })
      .meta({ description: "What requests can be sorted into" }),
    color: PageColor,
    has_logo: z.boolean(),
    logo: ShownLogo,
  })
  .meta({ id: "ProjectPageSettings" });
export type PageSettings = z.input<typeof PageSettings>;

export const UpdatePageSettings = PageSettings.omit({ has_logo: true })
  .extend({
    logo: GivenLogo,
  })
  .partial()
  .meta({ id: "UpdateProjectPageSettings" });
export type UpdatePageSettings = z.output<typeof UpdatePageSettings>;

export const Block = z
  .object({ developer_id: z.string(), name: z.string(), created_at: Timestamp })
  .meta({ id: "ProjectBlock" });
export type Block = z.input<typeof Block>;

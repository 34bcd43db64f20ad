import { deleteOwnComment, editOwnComment } from "@/lib/projects/requests/change-own";
import {
  CreateComment,
  MergedRequest,
  PublicComment,
  PublicCommentParams,
} from "@/lib/projects/requests/schema";
import { bearerRoute } from "@/lib/routes/bearer-route";

export const PATCH = bearerRoute({
  summary: "Edit your own comment",
  reach: "personal",
  params: PublicCommentParams,
  body: CreateComment,
  response: PublicComment,
  errors: ["forbidden", "not_found", "too_many_requests"],
  errorFields: { not_found: MergedRequest },
  handle: ({ params: { slug, request_id, comment_id }, body, ...call }) =>
    editOwnComment(slug, [request_id, comment_id], body, call),
});

export const DELETE = bearerRoute({
  summary: "Delete your own comment",
  reach: "personal",
  params: PublicCommentParams,
  errors: ["forbidden", "not_found", "too_many_requests"],
  errorFields: { not_found: MergedRequest },
  handle: ({ params: { slug, request_id, comment_id }, ...call }) =>
    deleteOwnComment(slug, [request_id, comment_id], call),
});

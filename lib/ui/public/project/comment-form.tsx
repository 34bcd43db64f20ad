"use client";

import { useRouter } from "next/navigation";
import { type FormEvent, useEffect, useId, useRef, useState } from "react";
import { COMMENT_CHARS_MAX } from "@/lib/projects/requests/limits";
import { ApiError, api } from "@/lib/ui/api/client";
import { useToken } from "@/lib/ui/api/session";
import { MarkdownEditor } from "@/lib/ui/light-kit/markdown/markdown-editor";
import {
  keepDraft,
  sendWithDraft,
  signInWithDraft,
  takeDraft,
  useKeptDraft,
} from "@/lib/ui/public/project/draft";
import classes from "@/lib/ui/public/project/project.module.css";
import { type Refusal, Refused, refusalOf } from "@/lib/ui/public/project/refused";
import { useWrote } from "@/lib/ui/public/project/visitor";

/** Writes a comment. The text is kept for visitors who sign in first, or leave without sending it. */
export function CommentForm({ slug, requestId }: { slug: string; requestId: string }) {
  const router = useRouter();
  const token = useToken();
  const wrote = useWrote();
  const id = useId();
  const field = useRef<HTMLTextAreaElement>(null);
  const [body, setBody] = useState("");
  const [isSending, setIsSending] = useState(false);
  const [error, setError] = useState<Refusal>();
  const [told, setTold] = useState<string>();

  useEffect(() => {
    const draft = takeDraft(requestId);
    if (!draft?.body) return;
    setBody(draft.body);
    field.current?.focus();
  }, [requestId]);
  useKeptDraft(requestId, isSending ? null : { body });

  async function submit(event: FormEvent) {
    event.preventDefault();
    if (isSending) return;
    setError(undefined);
    setTold(undefined);
    if (!token) {
      signInWithDraft(requestId, { body });
      return;
    }
    setIsSending(true);
    try {
      const comment = await sendWithDraft(requestId, { body }, () =>
        api.post("/public/projects/{slug}/requests/{request_id}/comments", {
          params: { slug, request_id: requestId },
          body: { body },
        }),
      );
      wrote(comment.id);
      // What was typed meanwhile is yet to be sent.
      setBody((now) => (now === body ? "" : now));
      setTold(
        comment.is_pending
          ? "Thank you. Your comment will appear once the project's staff approve it."
          : "Your comment was added.",
      );
      router.refresh();
    } catch (failure) {
      const wrong = failure instanceof ApiError ? failure.issueOf("body") : undefined;
      setError(refusalOf(failure, "The comment did not go through.", wrong));
      field.current?.focus();
    } finally {
      setIsSending(false);
    }
  }

  return (
    <form className={classes.form} onSubmit={(event) => void submit(event)}>
      <label htmlFor={`${id}-body`}>Add a comment</label>
      <MarkdownEditor fieldId={`${id}-body`} text={body} isByVisitor>
        <textarea
          ref={field}
          id={`${id}-body`}
          className="public-input"
          dir="auto"
          rows={4}
          required
          maxLength={COMMENT_CHARS_MAX}
          value={body}
          onChange={(event) => setBody(event.currentTarget.value)}
          aria-invalid={error !== undefined}
          aria-describedby={error === undefined ? undefined : `${id}-error`}
        />
      </MarkdownEditor>
      <Refused
        refusal={error}
        slug={slug}
        id={`${id}-error`}
        onLeave={(into) => (body === "" ? undefined : keepDraft(into, { body }))}
      />
      <div className={classes.end}>
        <button type="submit" className="public-button" aria-disabled={isSending}>
          {token ? "Comment" : "Sign in and comment"}
        </button>
        <span role="status" className={classes.dimmed}>
          {told}
        </span>
      </div>
    </form>
  );
}

"use client";

import { useRouter } from "next/navigation";
import {
  type ChangeEvent,
  type FormEvent,
  Fragment,
  type ReactNode,
  useEffect,
  useId,
  useState,
} from "react";
import {
  COMMENT_CHARS_MAX,
  REQUEST_DESCRIPTION_CHARS_MAX,
  REQUEST_TITLE_CHARS_MAX,
} from "@/lib/projects/requests/limits";
import { ApiError, api } from "@/lib/ui/api/client";
import { MarkdownEditor } from "@/lib/ui/light-kit/markdown/markdown-editor";
import { keepDraft, sendWithDraft, takeDraft, useKeptDraft } from "@/lib/ui/public/project/draft";
import own from "@/lib/ui/public/project/own.module.css";
import classes from "@/lib/ui/public/project/project.module.css";
import { type Refusal, Refused, refusalOf } from "@/lib/ui/public/project/refused";
import { useIsOwn } from "@/lib/ui/public/project/visitor";

const REQUEST = "/public/projects/{slug}/requests/{request_id}";
const COMMENT = `${REQUEST}/comments/{comment_id}` as const;

/** A field with `rows` is Markdown. */
type Field = { name: string; label: string; value: string; charsMax: number; rows?: number };

type Props = {
  /** The content of a request or comment, shown unless it is being edited. */
  children: ReactNode;
  slug: string;
  id: string;
  what: "request" | "comment";
  fields: readonly Field[];
  save: (values: Record<string, string>) => Promise<{ is_pending: boolean }>;
  remove: () => Promise<unknown>;
  onRemoved: () => void;
};

const shownOf = (failure: unknown) =>
  refusalOf(
    failure,
    "Something went wrong. Please try again.",
    failure instanceof ApiError ? failure.issues[0]?.message : undefined,
  );

/** A request or comment; its author can edit and delete it. */
function Own({ children, slug, id, what, fields, save, remove, onRemoved }: Props) {
  const router = useRouter();
  const isOwn = useIsOwn(id);
  const base = useId();
  const [state, setState] = useState<"shown" | "edited" | "asked">("shown");
  const [texts, setTexts] = useState<Readonly<Record<string, string>>>({});
  const [isBusy, setIsBusy] = useState(false);
  const [error, setError] = useState<Refusal>();
  const [told, setTold] = useState<string>();
  const draftName = `edited:${id}`;
  useEffect(() => {
    const draft = isOwn ? takeDraft(draftName) : null;
    if (draft === null) return;
    setTexts(draft);
    setState("edited");
  }, [isOwn, draftName]);
  useKeptDraft(draftName, state === "edited" && !isBusy ? texts : null);
  const work = async (run: () => Promise<void>) => {
    if (isBusy) return;
    setIsBusy(true);
    setError(undefined);
    try {
      await run();
    } catch (failure) {
      setError(shownOf(failure));
    } finally {
      setIsBusy(false);
    }
  };
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    void work(async () => {
      const saved = await sendWithDraft(draftName, texts, () => save(texts));
      setState("shown");
      setTold(saved.is_pending ? "It will appear again once the project's staff approve it." : "Saved.");
      router.refresh();
    });
  };
  const edit = () => {
    setTexts(Object.fromEntries(fields.map(({ name, value }) => [name, value])));
    setState("edited");
  };
  const close = () => {
    setState("shown");
    setError(undefined);
  };
  if (state === "edited") {
    return (
      <form className={classes.form} onSubmit={submit}>
        {fields.map(({ name, label, charsMax, rows }) => {
          const field = {
            id: `${base}-${name}`,
            className: "public-input",
            dir: "auto",
            required: rows === undefined || what === "comment",
            maxLength: charsMax,
            value: texts[name] ?? "",
            onChange: ({ currentTarget }: ChangeEvent<HTMLInputElement | HTMLTextAreaElement>) =>
              setTexts((before) => ({ ...before, [name]: currentTarget.value })),
          };
          return (
            <Fragment key={name}>
              <label htmlFor={field.id}>{label}</label>
              {rows === undefined ? (
                <input {...field} />
              ) : (
                <MarkdownEditor fieldId={field.id} text={field.value} isByVisitor>
                  <textarea {...field} rows={rows} />
                </MarkdownEditor>
              )}
            </Fragment>
          );
        })}
        <Refused refusal={error} slug={slug} onLeave={() => keepDraft(draftName, texts)} />
        <div className={classes.end}>
          <button type="submit" className="public-button" aria-disabled={isBusy}>
            Save
          </button>
          <button type="button" className="public-button" data-variant="quiet" onClick={close}>
            Cancel
          </button>
        </div>
      </form>
    );
  }
  return (
    <>
      {children}
      {isOwn ? (
        <div className={own.own}>
          {state === "asked" ? (
            <fieldset aria-labelledby={`${base}-ask`}>
              <span id={`${base}-ask`}>Delete this {what} for good?</span>
              <button
                type="button"
                aria-disabled={isBusy}
                onClick={() =>
                  void work(async () => {
                    await remove();
                    onRemoved();
                  })
                }
              >
                Delete
              </button>
              <button type="button" onClick={close}>
                Keep it
              </button>
            </fieldset>
          ) : (
            <>
              <button type="button" onClick={edit}>
                Edit
                <span className="public-hidden"> your {what}</span>
              </button>
              <button type="button" onClick={() => setState("asked")}>
                Delete
                <span className="public-hidden"> your {what}</span>
              </button>
            </>
          )}
          <span role="status">{told}</span>
        </div>
      ) : null}
      <Refused refusal={error} slug={slug} />
    </>
  );
}

type RequestProps = {
  slug: string;
  request: { id: string; title: string; description: string };
  children: ReactNode;
};

/** A request's text; its author may edit and delete it. */
export function OwnRequest({ slug, request, children }: RequestProps) {
  const params = { slug, request_id: request.id };
  return (
    <Own
      slug={slug}
      id={request.id}
      what="request"
      fields={[
        {
          name: "title",
          label: "What do you need?",
          value: request.title,
          charsMax: REQUEST_TITLE_CHARS_MAX,
        },
        {
          name: "description",
          label: "Why do you need it? (optional)",
          value: request.description,
          charsMax: REQUEST_DESCRIPTION_CHARS_MAX,
          rows: 6,
        },
      ]}
      save={(body) => api.patch(REQUEST, { params, body })}
      remove={() => api.delete(REQUEST, { params })}
      onRemoved={() => window.location.assign(`/p/${encodeURIComponent(slug)}/requests`)}
    >
      {children}
    </Own>
  );
}

type CommentProps = {
  slug: string;
  requestId: string;
  comment: { id: string; body: string };
  children: ReactNode;
};

/** A comment; its author may edit and delete it. */
export function OwnComment({ slug, requestId, comment, children }: CommentProps) {
  const router = useRouter();
  const params = { slug, request_id: requestId, comment_id: comment.id };
  return (
    <Own
      slug={slug}
      id={comment.id}
      what="comment"
      fields={[{ name: "body", label: "Comment", value: comment.body, charsMax: COMMENT_CHARS_MAX, rows: 4 }]}
      save={({ body = "" }) => api.patch(COMMENT, { params, body: { body } })}
      remove={() => api.delete(COMMENT, { params })}
      onRemoved={() => router.refresh()}
    >
      {children}
    </Own>
  );
}

"use client";

import { type FormEvent, useEffect, useId, useRef, useState } from "react";
import type { z } from "zod";
import { REQUEST_DESCRIPTION_CHARS_MAX, REQUEST_TITLE_CHARS_MAX } from "@/lib/projects/requests/limits";
import type { PublicRequest } from "@/lib/projects/requests/schema";
import { ApiError, api, type Issue } from "@/lib/ui/api/client";
import { readToken, useToken } from "@/lib/ui/api/session";
import { MarkdownEditor } from "@/lib/ui/light-kit/markdown/markdown-editor";
import { sendWithDraft, signInWithDraft, takeDraft, useKeptDraft } from "@/lib/ui/public/project/draft";
import classes from "@/lib/ui/public/project/project.module.css";
import own from "@/lib/ui/public/project/request-form.module.css";
import { counted, STATUS_WORDS } from "@/lib/ui/public/project/words";

type Request = z.output<typeof PublicRequest>;

const REQUESTS = "/public/projects/{slug}/requests";
const TYPING_PAUSE_MS = 250;
const SIMILAR_CHARS_MIN = 3;

/** Requests similar to the one being typed, searched when the typing pauses. */
function useSimilar(slug: string, title: string): Request[] {
  const [found, setFound] = useState<{ title: string; requests: Request[] }>({ title: "", requests: [] });
  const sought = title.trim();
  useEffect(() => {
    if (sought.length < SIMILAR_CHARS_MIN) return;
    const controller = new AbortController();
    const timer = setTimeout(() => {
      const { signal } = controller;
      const input = { params: { slug }, query: { title: sought }, signal, token: readToken() };
      api.get(`${REQUESTS}/similar`, input).then(
        (requests) => setFound({ title: sought, requests }),
        // The request can be made without it.
        () => undefined,
      );
    }, TYPING_PAUSE_MS);
    return () => {
      clearTimeout(timer);
      controller.abort();
    };
  }, [slug, sought]);
  return sought.length < SIMILAR_CHARS_MIN ? [] : found.requests;
}

/** Creates a request, and shows similar ones of others meanwhile. */
export function RequestForm({ slug, categories }: { slug: string; categories: readonly string[] }) {
  const token = useToken();
  const id = useId();
  const draftName = `request:${slug}`;
  const home = `/p/${encodeURIComponent(slug)}/requests`;
  const [title, setTitle] = useState("");
  const [description, setDescription] = useState("");
  const [category, setCategory] = useState("");
  const [isSending, setIsSending] = useState(false);
  const [issues, setIssues] = useState<Issue[]>([]);
  const [error, setError] = useState<string>();
  const [isWaiting, setIsWaiting] = useState(false);
  const titleField = useRef<HTMLInputElement>(null);
  const thanks = useRef<HTMLHeadingElement>(null);
  const similar = useSimilar(slug, title);

  useEffect(() => {
    const kept = takeDraft(draftName);
    if (!kept) return;
    setTitle(kept.title ?? "");
    setDescription(kept.description ?? "");
    setCategory(kept.category ?? "");
  }, [draftName]);
  const draft = { title, description, category };
  useKeptDraft(draftName, isSending ? null : draft);
  useEffect(() => {
    if (isWaiting) thanks.current?.focus();
  }, [isWaiting]);

  async function submit(event: FormEvent) {
    event.preventDefault();
    if (isSending) return;
    setIssues([]);
    setError(undefined);
    if (!token) {
      signInWithDraft(draftName, draft);
      return;
    }
    setIsSending(true);
    try {
      const request = await sendWithDraft(draftName, draft, () =>
        api.post(REQUESTS, { params: { slug }, body: { ...draft, category: category || null } }),
      );
      if (request.is_pending) setIsWaiting(true);
      else window.location.assign(`${home}/${request.id}`);
    } catch (failure) {
      setIsSending(false);
      setIssues(failure instanceof ApiError ? failure.issues : []);
      setError(failure instanceof ApiError ? failure.detail : "The request did not go through.");
      titleField.current?.focus();
    }
  }

  if (isWaiting) {
    return (
      <div className={classes.empty}>
        <h2 ref={thanks} tabIndex={-1} className={classes.title}>
          Thank you
        </h2>
        <p>Your request will appear once the project's staff approve it.</p>
        <a className="public-button" data-variant="quiet" href={home}>
          Back to the requests
        </a>
      </div>
    );
  }
  const issueOf = (field: string) => issues.find((issue) => issue.path === field)?.message;
  return (
    <form className={`${classes.form} ${own.form}`} onSubmit={(event) => void submit(event)}>
      <div className={own.field}>
        <label>
          What do you need?
          <input
            ref={titleField}
            className="public-input"
            dir="auto"
            required
            autoComplete="off"
            maxLength={REQUEST_TITLE_CHARS_MAX}
            value={title}
            onChange={(event) => setTitle(event.currentTarget.value)}
            aria-invalid={issueOf("title") !== undefined}
            aria-describedby={`${id}-title`}
          />
        </label>
        <p
          id={`${id}-title`}
          className={issueOf("title") ? classes.error : classes.dimmed}
          style={{ margin: 0 }}
        >
          {issueOf("title") ?? "One short sentence, as in “Export to CSV”."}
        </p>
      </div>
      <div role="status">
        {similar.length === 0 ? null : (
          <section className={classes.similar} aria-labelledby={`${id}-similar`}>
            <h2 id={`${id}-similar`}>Is it one of these? A vote counts more than a second request.</h2>
            <ul className={classes.list}>
              {similar.map((request) => (
                <li key={request.id}>
                  <a href={`${home}/${request.id}`} dir="auto">
                    {request.title}
                  </a>{" "}
                  <span className={classes.dimmed}>
                    {STATUS_WORDS[request.status]}, {counted(request.votes, "vote")}
                  </span>
                </li>
              ))}
            </ul>
          </section>
        )}
      </div>
      <div className={own.field}>
        <label htmlFor={`${id}-why`}>Why do you need it? (optional)</label>
        <MarkdownEditor fieldId={`${id}-why`} text={description} isByVisitor>
          <textarea
            id={`${id}-why`}
            className="public-input"
            dir="auto"
            rows={6}
            maxLength={REQUEST_DESCRIPTION_CHARS_MAX}
            value={description}
            onChange={(event) => setDescription(event.currentTarget.value)}
            aria-invalid={issueOf("description") !== undefined}
            aria-describedby={`${id}-description`}
          />
        </MarkdownEditor>
        <p id={`${id}-description`} className={classes.error} style={{ margin: 0 }}>
          {issueOf("description")}
        </p>
      </div>
      {categories.length === 0 ? null : (
        <label>
          Category (optional)
          <select
            className="public-input"
            value={category}
            onChange={(event) => setCategory(event.currentTarget.value)}
          >
            <option value="">None</option>
            {categories.map((each) => (
              <option key={each} value={each}>
                {each}
              </option>
            ))}
          </select>
        </label>
      )}
      {error === undefined ? null : (
        <p className={classes.error} role="alert">
          {error}
        </p>
      )}
      <div className={classes.end}>
        <button type="submit" className="public-button" aria-disabled={isSending}>
          {token ? "Submit request" : "Sign in and submit"}
        </button>
        <a
          href={home}
          onClick={() => {
            setTitle("");
            setDescription("");
            setCategory("");
          }}
        >
          Cancel
        </a>
      </div>
    </form>
  );
}

import { v7 as uuidv7 } from "uuid";
import type { FieldIssue, FormValues } from "@/lib/forms/rules";
import { addressOf } from "@/lib/ui/api/address";
import type { AnswerOf, BodyOf } from "@/lib/ui/api/input";
import { forgetDraft, readDraft, writeDraft } from "@/lib/ui/public/form/draft";
import { enhance, type Outcome } from "@/lib/ui/public/form/enhance";
import { dataOf, fieldsOf } from "@/lib/ui/public/form/form-element";
import { POSTED } from "@/lib/ui/public/form/names";
import { solve } from "@/lib/ui/public/form/proof-of-work";
import { NO_CONNECTION, upload } from "@/lib/ui/public/form/upload";

/* The script of a form's page: it sends answers to the service and keeps drafts on the device. */

const CHANGED = "This form has changed since you opened it. Reload it to go on: what you typed stays.";

const FORM = "/public/forms/{form_id}";

/** The page of the form that an entry of the browser's history stands for, and how many turns led to it. */
function placeIn(state: unknown): { page: number; turns: number } {
  return { page: 0, turns: 0, ...(state as object | null) };
}

function start(form: HTMLFormElement, alert: HTMLElement): void {
  const formId = dataOf(form, "id") ?? "";
  const parents = dataOf(form, "parents") ?? "[]";
  const challengeText = dataOf(form, "captcha");
  const address = addressOf(FORM, { form_id: formId });
  const ticket = textOf(POSTED.ticket);
  const files = new Set(
    fieldsOf(form)
      .filter(({ type }) => type === "file")
      .map(({ key }) => `values.${key}`),
  );
  let solution: Promise<string | null> | null =
    challengeText === null ? null : solve(JSON.parse(challengeText));
  /** The same answers keep their id, so that they count once even if they are sent again because no response came. */
  let attempt = { answers: "", id: "" };

  function textOf(name: string): string {
    const entry = new FormData(form).get(name);
    return typeof entry === "string" ? entry : "";
  }

  async function send(values: FormValues): Promise<Response> {
    const solved = await solution;
    const answers = JSON.stringify(values);
    if (attempt.answers !== answers) attempt = { answers, id: uuidv7() };
    return fetch(address, {
      method: "POST",
      headers: { "Content-Type": "application/json" },
      body: JSON.stringify({
        values,
        ticket,
        website: textOf(POSTED.website),
        submission_id: attempt.id,
        ...(solved === null ? {} : { captcha: solved }),
      } satisfies BodyOf<"POST", typeof FORM>),
    });
  }

  /**
   * Gets a new challenge if one was used or expired. The ticket stays: with a new one, the answers would look as if
   * they had been typed within a moment.
   */
  async function renew(): Promise<void> {
    const response = await fetch(address);
    if (!response.ok) return;
    const fetched: AnswerOf<"GET", typeof FORM> = await response.json();
    solution = fetched.captcha === null ? null : solve(fetched.captcha);
  }

  /** Back leads out of the form once it is sent, past its pages. */
  function leavePages(): void {
    const { turns } = placeIn(history.state);
    if (turns > 0) history.go(-turns);
  }

  function showThanks(message: string): void {
    leavePages();
    const heading = document.createElement("h1");
    heading.className = "public-title";
    heading.tabIndex = -1;
    heading.textContent = "Sent";
    const text = document.createElement("p");
    text.className = "public-lead";
    text.textContent = message;
    document.getElementById("main")?.replaceChildren(heading, text);
    heading.focus();
  }

  /** Posts a message to the page that embeds this one, if its site may embed the form. */
  function tellParent(message: Record<string, string | number>): void {
    if (window.parent === window || document.referrer === "") return;
    const { origin } = new URL(document.referrer);
    if ((JSON.parse(parents) as string[]).includes(origin)) window.parent.postMessage(message, origin);
  }

  /**
   * What the service refused. The page has judged the answers by the same rules, all but whether a file is there: others
   * are wrong only by fields that the page doesn't show yet, and to look at them again would help nobody.
   */
  function refusalOf({ issues = [], detail }: { issues?: FieldIssue[]; detail: string }): Outcome {
    if (issues.some(({ path }) => path.startsWith("values.") && !files.has(path)))
      return { problem: CHANGED, isOutdated: true };
    return issues.length > 0 ? { issues } : { problem: detail };
  }

  async function submit(values: FormValues): Promise<Outcome> {
    try {
      let response = await send(values);
      let answer = await response.json();
      const isStale = (answer.issues as FieldIssue[] | undefined)?.some(({ path }) => path === "captcha");
      if (response.status === 422 && isStale) {
        await renew();
        response = await send(values);
        answer = await response.json();
      }
      if (!response.ok) return refusalOf(answer);
      tellParent({ type: "form:submitted", form: formId });
      if (answer.redirect_url === undefined) showThanks(answer.message);
      else window.open(answer.redirect_url, "_top");
      return undefined;
    } catch {
      return { problem: NO_CONNECTION };
    }
  }

  const showPage = enhance(form, alert, {
    submit,
    upload: (...file) => upload(formId, ...file),
    draft: {
      read: (startedWith) => readDraft(formId, startedWith),
      write: (...kept) => writeDraft(formId, ...kept),
      forget: () => forgetDraft(formId),
    },
    place: {
      read: () => placeIn(history.state).page,
      write: (page) => history.pushState({ page, turns: placeIn(history.state).turns + 1 }, ""),
    },
  });
  window.addEventListener("popstate", ({ state }) => {
    if (form.isConnected) showPage(placeIn(state).page);
  });
  new ResizeObserver(() => {
    tellParent({ type: "form:resize", form: formId, height: document.documentElement.offsetHeight });
  }).observe(document.documentElement);
}

const form = document.querySelector<HTMLFormElement>("form[data-fields]");
const alert = document.getElementById("alert");
if (form && alert) start(form, alert);

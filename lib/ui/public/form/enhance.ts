import { checkSubmission } from "@/lib/forms/answers/rules";
import { evaluateLogic, type FieldIssue, type FormValues, isBlank } from "@/lib/forms/rules";
import type { PublicFormField } from "@/lib/forms/schema";
import { answersIn, fieldsOf } from "@/lib/ui/public/form/form-element";
import { alertTitle, idOf, keyOf } from "@/lib/ui/public/form/names";
import { type Place, pagesOf } from "@/lib/ui/public/form/pages";

/*
 * What a script adds to a form's page: it shows and hides fields by their logic, leads from page to page, reports errors
 * before sending, uploads files, and keeps a draft. The form works without it, so the script changes the existing elements
 * and draws nothing new.
 */

type Control = HTMLInputElement | HTMLSelectElement | HTMLTextAreaElement;

/** Why answers were not accepted, or a message beside the button; nothing if the page shows it. */
export type Outcome =
  | { issues: FieldIssue[] }
  | { problem: string; isOutdated?: boolean }
  | { note: string }
  | undefined;

/** Where answers go. A form's page sends them; its preview in the console doesn't. */
export type Outlet = {
  submit: (values: FormValues) => Promise<Outcome>;
  /** Uploads a file and returns the id to use as the field's answer. @throws Error with a sentence for the visitor */
  upload: (
    field: PublicFormField,
    file: File,
    onProgress: (share: number) => void,
    signal: AbortSignal,
  ) => Promise<string>;
  /** The draft on this device; null keeps none. */
  draft: {
    read: (startedWith: FormValues) => FormValues;
    write: (fields: readonly PublicFormField[], values: FormValues, startedWith: FormValues) => void;
    forget: () => void;
  } | null;
  place: Place;
};

const DRAFT_WAIT_MS = 300;
/** `example.com/a`, but no `mailto:ada@example.com`, `ada@example.com` or `C:\a.txt`. */
const BARE_ADDRESS = /^[^\s:@/\\]+\.[^\s:@/\\]{2,}(?:[/?#]\S*)?$/;

/** A file that is chosen and not uploaded: it still is being, or that has failed. */
type Unsent = { ended: Promise<void>; abort: () => void; failure: string | null; again: () => void };

function smallButton(words: string, onClick: () => void): HTMLButtonElement {
  const button = document.createElement("button");
  button.type = "button";
  button.className = "file-remove";
  button.textContent = words;
  button.addEventListener("click", onClick);
  return button;
}

/** Not by the form's own `reset`, in whose place the answer to a field with that key may be. */
function reset(form: HTMLFormElement): void {
  HTMLFormElement.prototype.reset.call(form);
}

/** A form as it came, whatever a browser that comes back to its page has filled in again. */
function pristine(form: HTMLFormElement): HTMLFormElement {
  const copy = form.cloneNode(true) as HTMLFormElement;
  reset(copy);
  return copy;
}

/**
 * Enhances a form as drawn by `FormPage`. The form and its alert must be in one document or shadow tree.
 * @returns shows the page at a place, as somebody does who goes back
 */
export function enhance(form: HTMLFormElement, alert: HTMLElement, outlet: Outlet): (page: number) => void {
  const { draft } = outlet;
  const root = form.getRootNode() as Document | ShadowRoot;
  const fields = fieldsOf(form);
  const submitButton = form.querySelector<HTMLButtonElement>("button[type=submit]");
  const note = form.querySelector<HTMLElement>(".form-end .form-note");
  const startedWith = answersIn(pristine(form), fields);
  // Answers that the page came back with, because they were refused, are shown together.
  const pages = pagesOf(form, !alert.hidden, outlet.place);
  let isSending = false;
  let draftTimer = 0;
  /** By field. */
  const unsent = new Map<string, Unsent>();

  function valuesOf(): FormValues {
    return answersIn(form, fields);
  }

  function wrapperOf(key: string): HTMLElement | null {
    return form.querySelector<HTMLElement>(`[data-key="${CSS.escape(key)}"]`);
  }

  function controlsOf(key: string): Control[] {
    return [...form.querySelectorAll<Control>(`[name="${CSS.escape(key)}"]`)];
  }

  /** Completes addresses that are typed as people say them, without `https://`. */
  function completeAddresses(): void {
    for (const { key } of fields.filter(({ type }) => type === "url"))
      for (const control of controlsOf(key)) {
        const typed = control.value.trim();
        if (BARE_ADDRESS.test(typed)) control.value = `https://${typed}`;
      }
  }

  /** Updates every field by its logic and the current answers. */
  function applyLogic(): void {
    const states = evaluateLogic(fields, valuesOf());
    for (const [key, { isShown, isRequired }] of states) {
      const wrapper = wrapperOf(key);
      if (!wrapper) continue;
      wrapper.toggleAttribute("data-off", !isShown);
      wrapper.toggleAttribute("data-required", isRequired);
      if (wrapper.getAttribute("role") === "radiogroup") {
        wrapper.setAttribute("aria-required", String(isRequired));
      } else if (!(wrapper instanceof HTMLFieldSetElement)) {
        root.getElementById(idOf(key))?.setAttribute("aria-required", String(isRequired));
      }
    }
    pages.refresh();
  }

  function showError(key: string, message: string | undefined): void {
    const wrapper = wrapperOf(key);
    const place = root.getElementById(`${idOf(key)}-error`);
    if (!wrapper || !place) return;
    place.textContent = message ?? "";
    const bearer = wrapper.getAttribute("role") === "radiogroup" ? wrapper : root.getElementById(idOf(key));
    if (wrapper instanceof HTMLFieldSetElement && bearer !== wrapper) return;
    if (message === undefined) bearer?.removeAttribute("aria-invalid");
    else bearer?.setAttribute("aria-invalid", "true");
  }

  function errorOf(key: string): string | undefined {
    return checkSubmission(fields, valuesOf()).issues.find(({ path }) => path === `values.${key}`)?.message;
  }

  function hasError(key: string): boolean {
    return root.getElementById(`${idOf(key)}-error`)?.textContent !== "";
  }

  /** Lists the errors above the fields, each linked to its field, and moves the focus there. */
  function showAlert(title: string, issues: FieldIssue[]): void {
    const labels = new Map(fields.map(({ key, label }) => [key, label]));
    const heading = document.createElement("h2");
    heading.textContent = title;
    const list = document.createElement("ul");
    for (const { path, message } of issues) {
      const key = keyOf(path);
      const item = document.createElement("li");
      const link = document.createElement("a");
      link.href = `#${idOf(key)}`;
      link.textContent = labels.get(key) ?? "The form";
      link.addEventListener("click", (event) => {
        event.preventDefault();
        pages.turnToField(key);
        root.getElementById(idOf(key))?.focus();
      });
      item.append(link, `: ${message}`);
      list.append(item);
    }
    alert.replaceChildren(heading, ...(issues.length === 0 ? [] : [list]));
    alert.hidden = false;
    alert.focus();
    alert.scrollIntoView({ block: "nearest" });
  }

  function showIssues(issues: FieldIssue[]): void {
    const keys = issues.map(({ path }) => keyOf(path));
    if (keys[0] !== undefined && !keys.some(pages.isShown)) pages.turnToField(keys[0]);
    for (const { key } of fields)
      showError(key, issues.find(({ path }) => path === `values.${key}`)?.message);
    showAlert(alertTitle(issues.length), issues);
  }

  function showProblem({ problem, isOutdated }: { problem: string; isOutdated?: boolean }): void {
    showAlert(problem, []);
    if (isOutdated) alert.append(smallButton("Reload the form", () => window.location.reload()));
  }

  function setSending(isRunning: boolean): void {
    isSending = isRunning;
    if (isRunning) submitButton?.setAttribute("aria-disabled", "true");
    else submitButton?.removeAttribute("aria-disabled");
    if (note) note.textContent = isRunning ? "Sending…" : "";
  }

  /** The files that the answers wait for; not those of fields that are hidden by now. */
  function filesDue(): [key: string, file: Unsent][] {
    return [...unsent].filter(([key]) => wrapperOf(key)?.hasAttribute("data-off") === false);
  }

  /** What is wrong; a file that is missing because it is not uploaded is none of it until that has failed. */
  function issuesOf(values: FormValues): FieldIssue[] {
    const due = new Map(filesDue().map(([key, { failure }]) => [`values.${key}`, failure]));
    const failed = [...due].flatMap(([path, message]) => (message === null ? [] : [{ path, message }]));
    return [...checkSubmission(fields, values).issues.filter(({ path }) => !due.has(path)), ...failed];
  }

  /** Waits until all files are uploaded, and tries those again that failed: answers are not sent without them. */
  async function sendFiles(): Promise<void> {
    for (const [, { failure, again }] of filesDue()) if (failure !== null) again();
    await Promise.all(filesDue().map(([, { ended }]) => ended));
  }

  /** Forgets what was sent: a browser that goes back to this page would show it as if it were still to be sent. */
  function empty(): void {
    clearTimeout(draftTimer);
    draftTimer = 0;
    draft?.forget();
    reset(form);
    pages.restart();
    applyLogic();
  }

  function turn(by: -1 | 1): void {
    alert.hidden = true;
    pages.turn(by);
    pages.focus();
  }

  async function submit(): Promise<void> {
    if (isSending) return;
    completeAddresses();
    const isLast = !pages.hasNext();
    const before = issuesOf(valuesOf()).filter(({ path }) => isLast || pages.isShown(keyOf(path)));
    if (before.some(({ path }) => !unsent.has(keyOf(path)))) return showIssues(before);
    if (!isLast) return turn(1);
    setSending(true);
    alert.hidden = true;
    await sendFiles();
    const values = valuesOf();
    const issues = issuesOf(values);
    if (issues.length > 0) {
      setSending(false);
      return showIssues(issues);
    }
    const outcome = await outlet.submit(values);
    setSending(false);
    if (outcome === undefined) return empty();
    if ("issues" in outcome) showIssues(outcome.issues);
    else if ("problem" in outcome) showProblem(outcome);
    else if (note) note.textContent = outcome.note;
  }

  function fill(values: FormValues): void {
    for (const [key, value] of Object.entries(values)) {
      for (const control of controlsOf(key)) {
        const isBox = control instanceof HTMLInputElement && /^(checkbox|radio)$/.test(control.type);
        if (!isBox) control.value = isBlank(value) ? "" : String(value);
        else if (Array.isArray(value)) control.checked = value.includes(control.value);
        else control.checked = !isBlank(value) && control.value === String(value);
      }
    }
  }

  /** Restores the draft, unless the page came with answers that were sent and refused. */
  function restoreDraft(): void {
    const restored = draft?.read(startedWith) ?? {};
    if (Object.keys(restored).length === 0 || !alert.hidden) return;
    fill(restored);
    if (!note) return;
    const again = smallButton("Start over", () => {
      empty();
      note.textContent = "";
      form.querySelector<HTMLElement>(".public-input, input:not([type=hidden])")?.focus();
    });
    note.replaceChildren("What you typed here before has been restored. ", again);
  }

  function keepDraft(): void {
    draftTimer = 0;
    draft?.write(fields, valuesOf(), startedWith);
  }

  function enhanceFile(field: PublicFormField): void {
    const wrapper = wrapperOf(field.key);
    const picker = wrapper?.querySelector<HTMLInputElement>("input[type=file]");
    const answer = wrapper?.querySelector<HTMLInputElement>("input[type=hidden]");
    const name = wrapper?.querySelector<HTMLElement>("[data-name]");
    const progress = wrapper?.querySelector("progress");
    const remove = wrapper?.querySelector<HTMLButtonElement>(".file-remove");
    if (!picker || !answer || !name || !progress || !remove) return;

    function clear(): void {
      unsent.get(field.key)?.abort();
      unsent.delete(field.key);
      if (!answer || !name || !progress || !remove) return;
      answer.value = "";
      name.textContent = "";
      progress.hidden = true;
      remove.hidden = true;
      showError(field.key, undefined);
      applyLogic();
    }

    function send(file: File): void {
      if (!answer || !name || !progress || !remove) return;
      const controller = new AbortController();
      const onProgress = (share: number) => {
        progress.value = share * 100;
      };
      const end = (words: string) => {
        name.textContent = words;
        progress.hidden = true;
        applyLogic();
      };
      progress.hidden = false;
      progress.value = 0;
      remove.hidden = false;
      name.textContent = "Uploading…";
      showError(field.key, undefined);
      const ended = outlet.upload(field, file, onProgress, controller.signal).then(
        (uploadId) => {
          if (controller.signal.aborted) return;
          unsent.delete(field.key);
          answer.value = uploadId;
          end(`${file.name} is uploaded`);
        },
        (error) => {
          if (controller.signal.aborted) return;
          upload.failure = error instanceof Error ? error.message : String(error);
          end(`${file.name} is not uploaded`);
          showError(field.key, upload.failure);
        },
      );
      const upload: Unsent = {
        ended,
        abort: () => controller.abort(),
        failure: null,
        again: () => send(file),
      };
      unsent.set(field.key, upload);
    }

    picker.addEventListener("change", () => {
      clear();
      const file = picker.files?.[0];
      if (file) send(file);
    });
    // "Start over"; the browser empties the picker itself.
    form.addEventListener("reset", clear);
    remove.addEventListener("click", () => {
      clear();
      picker.value = "";
      picker.focus();
    });
  }

  form.addEventListener("input", ({ target }) => {
    applyLogic();
    const key = (target as Element).closest<HTMLElement>("[data-key]")?.dataset.key;
    if (key !== undefined && hasError(key)) showError(key, errorOf(key));
    clearTimeout(draftTimer);
    draftTimer = window.setTimeout(keepDraft, DRAFT_WAIT_MS);
  });
  // While the form is being filled in, only wrong answers are reported: missing ones may still come.
  form.addEventListener("focusout", ({ target }) => {
    completeAddresses();
    const key = (target as Element).closest<HTMLElement>("[data-key]")?.dataset.key;
    if (key !== undefined && !isBlank(valuesOf()[key])) showError(key, errorOf(key));
  });
  form.addEventListener("submit", (event) => {
    event.preventDefault();
    void submit();
  });
  // Only what is not kept yet: a tab in which nothing was typed would bring back what another one has sent.
  window.addEventListener("pagehide", () => {
    if (draftTimer !== 0) keepDraft();
  });

  form.querySelector(".form-back")?.addEventListener("click", () => turn(-1));

  for (const field of fields) if (field.type === "file") enhanceFile(field);
  restoreDraft();
  applyLogic();
  pages.show(outlet.place.read());
  return (page) => {
    alert.hidden = true;
    pages.show(page);
    pages.focus();
  };
}

import {
  checkSubmission,
  evaluateLogic,
  type FieldIssue,
  type FormValues,
  isBlank,
  valuesFromTexts,
} from "@/lib/forms/rules";
import type { Challenge, PublicFormField } from "@/lib/forms/schema";
import { forgetDraft, readDraft, writeDraft } from "@/lib/ui/public/form/draft";
import { alertTitle, idOf, POSTED } from "@/lib/ui/public/form/names";
import { solve } from "@/lib/ui/public/form/proof-of-work";
import { NO_CONNECTION, upload } from "@/lib/ui/public/form/upload";

/*
 * What a script adds to the page of a form: fields come and go as they are asked for, wrong answers are spoken of before
 * they are sent, files are uploaded, and what was typed outlives the page. Without it the form works all the same, so it
 * changes what stands there and draws nothing anew.
 */

type Control = HTMLInputElement | HTMLSelectElement | HTMLTextAreaElement;
type Fetched = { captcha: Challenge | null };

const DRAFT_WAIT_MS = 300;

function enhance(form: HTMLFormElement, alert: HTMLElement): void {
  const { id: formId = "", fields: definition = "[]", captcha: challengeText, parents = "[]" } = form.dataset;
  const fields: PublicFormField[] = JSON.parse(definition);
  const submitButton = form.querySelector<HTMLButtonElement>("button[type=submit]");
  const note = form.querySelector<HTMLElement>(".form-end .form-note");
  const startedWith = valuesOf();
  let solution: Promise<string | null> | null =
    challengeText === undefined ? null : solve(JSON.parse(challengeText));
  const ticket = textOf(POSTED.ticket);
  let isSending = false;
  let isSent = false;
  let draftTimer = 0;
  /** Uploads under way, by field. */
  const uploads = new Map<string, AbortController>();

  function textOf(name: string): string {
    const entry = new FormData(form).get(name);
    return typeof entry === "string" ? entry : "";
  }

  function valuesOf(): FormValues {
    const texts = [...new FormData(form)].flatMap(([name, entry]): [string, string][] =>
      typeof entry === "string" ? [[name, entry]] : [],
    );
    return valuesFromTexts(fields, texts);
  }

  function wrapperOf(key: string): HTMLElement | null {
    return form.querySelector<HTMLElement>(`[data-key="${key}"]`);
  }

  function controlsOf(key: string): Control[] {
    return [...form.querySelectorAll<Control>(`[name="${key}"]`)];
  }

  /** Brings every field to where logic has it with the answers of now. */
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
        document.getElementById(idOf(key))?.setAttribute("aria-required", String(isRequired));
      }
    }
  }

  function showError(key: string, message: string | undefined): void {
    const wrapper = wrapperOf(key);
    const place = document.getElementById(`${idOf(key)}-error`);
    if (!wrapper || !place) return;
    place.textContent = message ?? "";
    const bearer =
      wrapper.getAttribute("role") === "radiogroup" ? wrapper : document.getElementById(idOf(key));
    if (wrapper instanceof HTMLFieldSetElement && bearer !== wrapper) return;
    if (message === undefined) bearer?.removeAttribute("aria-invalid");
    else bearer?.setAttribute("aria-invalid", "true");
  }

  function errorOf(key: string): string | undefined {
    return checkSubmission(fields, valuesOf()).issues.find(({ path }) => path === `values.${key}`)?.message;
  }

  function hasError(key: string): boolean {
    return document.getElementById(`${idOf(key)}-error`)?.textContent !== "";
  }

  /** Says above the fields what is wrong, each with a way to it, and moves there. */
  function showAlert(title: string, issues: FieldIssue[]): void {
    const labels = new Map(fields.map(({ key, label }) => [key, label]));
    const heading = document.createElement("h2");
    heading.textContent = title;
    const list = document.createElement("ul");
    for (const { path, message } of issues) {
      const key = path.replace(/^values\./, "");
      const item = document.createElement("li");
      const link = document.createElement("a");
      link.href = `#${idOf(key)}`;
      link.textContent = labels.get(key) ?? "The form";
      link.addEventListener("click", (event) => {
        event.preventDefault();
        document.getElementById(idOf(key))?.focus();
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
    for (const { key } of fields)
      showError(key, issues.find(({ path }) => path === `values.${key}`)?.message);
    showAlert(alertTitle(issues.length), issues);
  }

  function setSending(isUnderWay: boolean): void {
    isSending = isUnderWay;
    if (isUnderWay) submitButton?.setAttribute("aria-disabled", "true");
    else submitButton?.removeAttribute("aria-disabled");
    if (note) note.textContent = isUnderWay ? "Sending…" : "";
  }

  async function send(values: FormValues): Promise<Response> {
    const solved = await solution;
    return fetch(`/api/v1/public/forms/${formId}`, {
      method: "POST",
      headers: { "Content-Type": "application/json" },
      body: JSON.stringify({
        values,
        ticket,
        website: textOf(POSTED.website),
        ...(solved === null ? {} : { captcha: solved }),
      }),
    });
  }

  /**
   * A new challenge, in place of one that was used or waited too long. The ticket stays: by a new one the answers would
   * look as if they had been typed within the moment since.
   */
  async function renew(): Promise<void> {
    const response = await fetch(`/api/v1/public/forms/${formId}`);
    if (!response.ok) return;
    const fetched: Fetched = await response.json();
    solution = fetched.captcha === null ? null : solve(fetched.captcha);
  }

  function showThanks(message: string): void {
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

  async function submit(): Promise<void> {
    if (isSending) return;
    if (uploads.size > 0) return showAlert("A file is still on its way: please wait for it", []);
    const { issues } = checkSubmission(fields, valuesOf());
    if (issues.length > 0) return showIssues(issues);
    setSending(true);
    alert.hidden = true;
    try {
      const values = valuesOf();
      let response = await send(values);
      let answer = await response.json();
      const isStale = (answer.issues as FieldIssue[] | undefined)?.some(({ path }) => path === "captcha");
      if (response.status === 422 && isStale) {
        await renew();
        response = await send(values);
        answer = await response.json();
      }
      if (response.ok) {
        isSent = true;
        clearTimeout(draftTimer);
        forgetDraft(formId);
        tellParent({ type: "form:submitted", form: formId });
        if (answer.redirect_url === undefined) showThanks(answer.message);
        else window.open(answer.redirect_url, "_top");
      } else if (answer.issues?.length > 0) showIssues(answer.issues);
      else showAlert(answer.detail, []);
    } catch {
      showAlert(NO_CONNECTION, []);
    } finally {
      setSending(false);
    }
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

  /** Brings back what was typed here before, unless the page came with answers of its own. */
  function restoreDraft(): void {
    const draft = readDraft(formId);
    const restored = Object.entries(draft).filter(
      ([key, value]) => !isBlank(value) && isBlank(startedWith[key]),
    );
    if (restored.length === 0 || !alert.hidden) return;
    fill(Object.fromEntries(restored));
    if (!note) return;
    const again = document.createElement("button");
    again.type = "button";
    again.className = "file-remove";
    again.textContent = "Start over";
    again.addEventListener("click", () => {
      forgetDraft(formId);
      form.reset();
      applyLogic();
      note.textContent = "";
      form.querySelector<HTMLElement>(".public-input, input:not([type=hidden])")?.focus();
    });
    note.replaceChildren("What you typed here before is back. ", again);
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
      uploads.get(field.key)?.abort();
      uploads.delete(field.key);
      if (!picker || !answer || !name || !progress || !remove) return;
      answer.value = "";
      name.textContent = "";
      progress.hidden = true;
      remove.hidden = true;
      applyLogic();
    }

    picker.addEventListener("change", async () => {
      clear();
      showError(field.key, undefined);
      const file = picker.files?.[0];
      if (!file) return;
      const controller = new AbortController();
      uploads.set(field.key, controller);
      progress.hidden = false;
      progress.value = 0;
      remove.hidden = false;
      name.textContent = "Uploading…";
      try {
        const onProgress = (share: number) => {
          progress.value = share * 100;
        };
        const uploadId = await upload(formId, field, file, onProgress, controller.signal);
        if (controller.signal.aborted) return;
        answer.value = uploadId;
        name.textContent = `${file.name} is uploaded`;
      } catch (error) {
        if (controller.signal.aborted) return;
        picker.value = "";
        remove.hidden = true;
        name.textContent = "";
        showError(field.key, error instanceof Error ? error.message : NO_CONNECTION);
      }
      uploads.delete(field.key);
      progress.hidden = true;
      applyLogic();
    });
    remove.addEventListener("click", () => {
      clear();
      picker.value = "";
      picker.focus();
    });
  }

  /** Says something to the page that this one stands in, if its site is among those that may embed the form. */
  function tellParent(message: Record<string, string | number>): void {
    if (window.parent === window || document.referrer === "") return;
    const { origin } = new URL(document.referrer);
    if ((JSON.parse(parents) as string[]).includes(origin)) window.parent.postMessage(message, origin);
  }

  form.addEventListener("input", ({ target }) => {
    applyLogic();
    const key = (target as Element).closest<HTMLElement>("[data-key]")?.dataset.key;
    if (key !== undefined && hasError(key)) showError(key, errorOf(key));
    clearTimeout(draftTimer);
    draftTimer = window.setTimeout(() => writeDraft(formId, fields, valuesOf()), DRAFT_WAIT_MS);
  });
  // Only what was answered wrongly is spoken of on the way: what is not answered yet may still come.
  form.addEventListener("focusout", ({ target }) => {
    const key = (target as Element).closest<HTMLElement>("[data-key]")?.dataset.key;
    if (key !== undefined && !isBlank(valuesOf()[key])) showError(key, errorOf(key));
  });
  form.addEventListener("submit", (event) => {
    event.preventDefault();
    void submit();
  });
  window.addEventListener("pagehide", () => {
    if (!isSent) writeDraft(formId, fields, valuesOf());
  });

  for (const field of fields) if (field.type === "file") enhanceFile(field);
  restoreDraft();
  applyLogic();
  new ResizeObserver(() => {
    tellParent({ type: "form:resize", form: formId, height: document.documentElement.offsetHeight });
  }).observe(document.documentElement);
}

const form = document.querySelector<HTMLFormElement>("form[data-fields]");
const alert = document.getElementById("alert");
if (form && alert) enhance(form, alert);

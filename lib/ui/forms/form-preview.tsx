import { useDeferredValue, useEffect, useRef, useState } from "react";
import { createPortal } from "react-dom";
import { publicFields } from "@/lib/forms/definition/rules";
import { type FormValues, initialValues } from "@/lib/forms/rules";
import type { FormField, PublicForm } from "@/lib/forms/schema";
import type { Outlet } from "@/lib/ui/public/form/enhance";
import { answersIn } from "@/lib/ui/public/form/form-element";
import { FormPage } from "@/lib/ui/public/form/form-page";

/** Checks answers and files as a real page does, but sends nothing: no submission, no upload, no saved draft. */
const NOWHERE: Omit<Outlet, "place"> = {
  submit: async () => ({ note: "These answers would be accepted. Nothing was sent." }),
  upload: async (field, file) => {
    const { refusalOf } = await import("@/lib/forms/uploads/rules");
    const refusal = refusalOf(field, { contentType: file.type, byteSize: file.size });
    if (refusal !== null) throw new Error(refusal);
    return crypto.randomUUID();
  },
  draft: null,
};

/** What somebody has done in a preview, which outlives changes of the form. */
type Visit = { typed: FormValues; page: number };
type PageProps = { form: PublicForm; sheet: string | null; logo: string | null; visit: Visit };

/**
 * The page, drawn once by React; afterwards its own script changes it, which is loaded when somebody points at the page or
 * enters it.
 */
function LivePage({ form, sheet, logo, visit }: PageProps) {
  const page = useRef<HTMLDivElement>(null);
  const isWatched = useRef(false);
  useEffect(() => {
    const drawn = page.current?.querySelector("form[data-fields]");
    const alert = page.current?.querySelector<HTMLElement>("#alert");
    if (!(drawn instanceof HTMLFormElement) || !alert || isWatched.current) return;
    isWatched.current = true;
    drawn.addEventListener("input", ({ target }) => {
      const key =
        target instanceof Element ? target.closest<HTMLElement>("[data-key]")?.dataset.key : undefined;
      if (key === undefined) return;
      visit.typed[key] = answersIn(drawn, form.fields)[key] ?? null;
    });
    let isStarted = false;
    let isSubmitted = false;
    drawn.addEventListener("submit", () => {
      isSubmitted = true;
    });
    const place: Outlet["place"] = {
      read: () => visit.page,
      write: (to) => {
        visit.page = to;
      },
    };
    const start = async () => {
      if (isStarted) return;
      isStarted = true;
      try {
        const { enhance } = await import("@/lib/ui/public/form/enhance");
        enhance(drawn, alert, { ...NOWHERE, place });
        // What was pressed meanwhile is answered.
        if (isSubmitted) drawn.requestSubmit();
      } catch {
        // The next sign tries again.
        isStarted = false;
      }
    };
    drawn.addEventListener("pointerenter", start);
    drawn.addEventListener("focusin", start);
    // Its other pages are reached by the script alone.
    if (visit.page > 0) void start();
  }, [form, visit]);
  const known = Object.entries(visit.typed).filter(([key]) => form.fields.some((field) => field.key === key));
  const values = { ...initialValues(form.fields, []), ...Object.fromEntries(known) };
  return (
    <div ref={page} className="preview">
      <FormPage {...{ form, values, sheet, logo }} issues={[]} problem={null} isEmbedded={false} isPreview />
    </div>
  );
}

/** Links and reports would leave the console, and a report would be a real one. */
function stay(event: Event): void {
  const isLink = event.target instanceof Element && event.target.closest("a") !== null;
  if (event.type === "submit" || isLink) event.preventDefault();
}

type Props = {
  id: string;
  name: string;
  description: string;
  submitLabel: string;
  color: string | null;
  /** As a data URL. */
  logo: string | null;
  fields: readonly FormField[];
};

/**
 * The form as visitors see it: drawn by its page's component, styled by that page's stylesheet in a shadow tree, where
 * the console's styles don't apply, and run by that page's script. Nothing is sent.
 */
export default function FormPreview({ id, name, description, submitLabel, color, logo, fields }: Props) {
  const host = useRef<HTMLDivElement>(null);
  const [root, setRoot] = useState<ShadowRoot | null>(null);
  const [isStyled, setIsStyled] = useState(false);
  const [visit] = useState<Visit>({ typed: {}, page: 0 });
  const [sheet, setSheet] = useState<string | null>(null);
  useEffect(() => {
    if (color === null) return;
    // Without it the preview has the usual colour.
    import("@/lib/ui/public/page-color").then(
      ({ pageColorSheet }) => setSheet(pageColorSheet(color)),
      () => undefined,
    );
  }, [color]);
  useEffect(() => {
    if (!host.current) return;
    const shadow = host.current.shadowRoot ?? host.current.attachShadow({ mode: "open" });
    shadow.addEventListener("submit", stay, true);
    shadow.addEventListener("click", stay, true);
    setRoot(shadow);
  }, []);
  const shown = useDeferredValue(
    JSON.stringify({ name, description, submit_label: submitLabel, fields: publicFields(fields) }),
  );
  const form: PublicForm = {
    id,
    state: "open",
    is_indexed: false,
    color,
    has_logo: logo !== null,
    embed_origins: [],
    ticket: "",
    captcha: null,
    ...(JSON.parse(shown) as Pick<PublicForm, "name" | "description" | "submit_label" | "fields">),
  };
  return (
    <div ref={host}>
      {root === null
        ? null
        : createPortal(
            <>
              <link
                rel="stylesheet"
                href={process.env.FORM_STYLE}
                onLoad={() => setIsStyled(true)}
                onError={() => setIsStyled(true)}
              />
              <div hidden={!isStyled}>
                <LivePage key={shown} form={form} sheet={sheet} logo={logo} visit={visit} />
              </div>
            </>,
            root,
          )}
    </div>
  );
}

import { randomInt, randomUUID } from "node:crypto";
import { rm } from "node:fs/promises";
import { setTimeout as sleep } from "node:timers/promises";
import pg from "pg";
import { Pool } from "undici";
import { copyWith } from "@/tests/bench/project-copy";
import { drive, noSide, percentile } from "@/tests/bench/uploads";
import { startService } from "@/tests/support/service";

/*
 * The pages of public forms against a page of the same service that is rendered from nothing: same server, same
 * concurrency, sides in turns. Then answers to the forms, posted as programs do; and how soon a page begins to come when
 * 50 people a second open one. The bare page is no part of the product, so the service is built from a copy that has it.
 */

const FORMS = 200;
const CONCURRENCY = 8;
const WARM_UP_S = 4;
const ROUNDS = 5;
const ROUND_S = 4;
const OPENED_PER_S = 50;
const OPENED_S = 15;

const BARE_PAGE = "app/(public)/bare/page.tsx";
const BARE_PAGE_SOURCE = `import { PublicFrame } from "@/lib/ui/public/frame";

export default function BarePage() {
  return (
    <PublicFrame>
      <h1 className="public-title">Bare</h1>
    </PublicFrame>
  );
}
`;

function field(key: string, type: string, more: object = {}): object {
  return {
    key,
    label: `Question about ${key}`,
    type,
    required: false,
    is_visible: true,
    placeholder: null,
    help: "What we would like to know.",
    options: [],
    validation: {},
    show_if: null,
    require_if: null,
    default_value: null,
    ...more,
  };
}

const OPTIONS = ["first", "second", "third"].map((value) => ({ value, label: value }));
const WHEN_FIRST = { match: "all", conditions: [{ field: "choice", operator: "eq", value: "first" }] };
const FIELDS = [
  field("name", "text", { required: true }),
  field("email", "email", { required: true }),
  field("choice", "radio", { options: OPTIONS }),
  field("why", "textarea", { show_if: WHEN_FIRST, required: true }),
  field("amount", "number", { validation: { min: 0, max: 1_000 } }),
  field("parts", "multi_select", { options: OPTIONS }),
  field("size", "select", { options: OPTIONS }),
  field("day", "date"),
  field("mood", "rating"),
  field("terms", "consent", { required: true }),
];

/** Many forms, so that the limit on answers to one does not bite. */
async function seedForms(databaseUrl: string): Promise<string[]> {
  const client = new pg.Client({ connectionString: databaseUrl });
  await client.connect();
  const workspaceId = randomUUID();
  const ids = Array.from({ length: FORMS }, () => randomUUID());
  await client.query(
    "INSERT INTO workspace (id, name, slug, plan_id, updated_at) VALUES ($1, 'Bench', 'bench', 'enterprise', now())",
    [workspaceId],
  );
  await client.query(
    `INSERT INTO form (id, workspace_id, name, description, is_public, fields, submit_label, thank_you_text, updated_at)
     SELECT id, $1, 'Tell us', 'A few questions.', true, $2::jsonb, 'Send', 'Thank you.', now()
     FROM unnest($3::uuid[]) AS id`,
    [workspaceId, JSON.stringify(FIELDS), ids],
  );
  await client.end();
  return ids;
}

export default async function publicPages(): Promise<void> {
  const copy = await copyWith({ [BARE_PAGE]: BARE_PAGE_SOURCE });
  const service = await startService({ TRUSTED_PROXY_HOPS: "1" }, copy);
  const http = new Pool(service.baseUrl, { connections: CONCURRENCY });
  try {
    const ids = await seedForms(service.databaseUrl);
    const anId = () => ids[randomInt(ids.length)] ?? "";
    // Each visitor has an address of their own.
    const visitor = () => ({ "x-forwarded-for": `10.${randomInt(256)}.${randomInt(256)}.${randomInt(256)}` });
    const opener = (address: () => string, wanted: string) => async (): Promise<void> => {
      const { statusCode, body } = await http.request({
        method: "GET",
        path: address(),
        headers: { accept: "text/html", ...visitor() },
      });
      const html = await body.text();
      if (statusCode !== 200 || !html.includes(wanted))
        throw new Error(`${statusCode} ${html.slice(0, 500)}`);
    };
    const formPage = opener(() => `/f/${anId()}`, "Question about terms");
    const barePage = opener(() => "/bare", "Bare");
    const submit = async (): Promise<void> => {
      const { statusCode, body } = await http.request({
        method: "POST",
        path: `/api/v1/public/forms/${anId()}`,
        headers: { "content-type": "application/json", ...visitor() },
        body: JSON.stringify({
          values: { name: `Visitor ${randomUUID()}`, email: "visitor@example.com", mood: 4, terms: true },
        }),
      });
      const answer = await body.text();
      if (statusCode !== 201) throw new Error(`${statusCode} ${answer}`);
    };

    for (const each of [formPage, barePage, submit]) await drive(noSide(), WARM_UP_S, CONCURRENCY, each);
    const [forms, bare, submits] = [noSide(), noSide(), noSide()];
    for (let round = 0; round < ROUNDS; round++) {
      await drive(forms, ROUND_S, CONCURRENCY, formPage);
      await drive(bare, ROUND_S, CONCURRENCY, barePage);
    }
    await drive(submits, ROUND_S, CONCURRENCY, submit);

    const firstBytesMs: number[] = [];
    const opened: Promise<void>[] = [];
    const open = async () => {
      const from = performance.now();
      const { body } = await http.request({ method: "GET", path: `/f/${anId()}` });
      firstBytesMs.push(performance.now() - from);
      await body.dump();
    };
    const start = performance.now();
    for (let index = 0; index < OPENED_PER_S * OPENED_S; index++) {
      await sleep(Math.max(0, start + (index * 1_000) / OPENED_PER_S - performance.now()));
      opened.push(open());
    }
    await Promise.all(opened);
    firstBytesMs.sort((a, b) => a - b);
    const at = (share: number) => (firstBytesMs[Math.floor(firstBytesMs.length * share)] ?? 0).toFixed(1);
    console.log(`at ${OPENED_PER_S} pages/s: first_byte_p50_ms=${at(0.5)} first_byte_p95_ms=${at(0.95)}`);

    const perS = (side: { batches: number; seconds: number }) => side.batches / side.seconds;
    console.log(
      `page_p50_ms=${percentile(forms, 0.5).toFixed(1)} bare_page_p50_ms=${percentile(bare, 0.5).toFixed(1)} submit_p50_ms=${percentile(submits, 0.5).toFixed(1)}`,
    );
    console.log(
      `public: form_pages_per_s=${Math.round(perS(forms))} bare_pages_per_s=${Math.round(perS(bare))} ratio=${(perS(forms) / perS(bare)).toFixed(2)} submits_per_s=${Math.round(perS(submits))}`,
    );
  } finally {
    await http.close();
    await service.stop();
    await rm(copy, { recursive: true, force: true });
  }
}

import { setTimeout as sleep } from "node:timers/promises";
import pg from "pg";
import { quantile, watchMemory } from "@/tests/bench/figures";
import { aHouse, type House } from "@/tests/bench/house";
import { startService } from "@/tests/support/service";

/*
 * A file of 100,000 people through the whole service: uploaded, checked, written and undone. Some rows change people
 * who are there, companies are named by their domain, and two automations start for each new person. Meanwhile, what
 * another workspace's requests take.
 */

const ROWS = 100_000;
const KNOWN = 10_000;
const COMPANIES = 500;
const NEIGHBOUR_EVERY_MS = 100;
const NEIGHBOUR_RECORDS = 100;
const QUIET_S = 10;
const LOOK_MS = 500;
const PHASE_S_MAX = 1_200;

type Import = { id: string; state: string; error: string | null } & Record<
  "rows_done" | "created" | "updated" | "failed" | "restored" | "deleted" | "left",
  number
>;

const seconds = (ms: number) => (ms / 1_000).toFixed(1);

/** Three attributes of other types than the built-in ones have. */
async function addAttributes({ objects, api }: House): Promise<void> {
  const options = ["lead", "customer", "former"].map((value) => ({ value, label: value, color: "gray" }));
  for (const attribute of [
    { slug: "score", name: "Score", type: "number" },
    { slug: "born", name: "Born", type: "date" },
    { slug: "kind", name: "Kind", type: "select", options },
  ]) {
    await api("POST", `${objects}/person/attributes`, attribute);
  }
}

const KINDS = ["lead", "customer", "former"];

function people(count: number, title: string): string {
  const rows = Array.from({ length: count }, (_, n) =>
    [
      `Person ${n} of the file`,
      `person.${n}@example.com`,
      `+49 30 ${1_000_000 + n}`,
      `${title} ${n % 50}`,
      `company-${n % COMPANIES}.example`,
      n % 1_000,
      `19${50 + (n % 50)}-0${1 + (n % 9)}-1${n % 10}`,
      KINDS[n % KINDS.length],
    ].join(","),
  );
  return ["name,email,phone,job_title,company,score,born,kind", ...rows].join("\n");
}

async function importEnded({ objects, api }: House, id: string, states: string[]): Promise<Import> {
  const giveUpAt = performance.now() + PHASE_S_MAX * 1_000;
  let state = "";
  for (;;) {
    const now = await api<Import>("GET", `${objects}/person/imports/${id}`);
    if (now.state !== state) {
      state = now.state;
      console.log(`${new Date().toISOString().slice(11, 19)} ${state}: rows_done=${now.rows_done}`);
    }
    if (states.includes(now.state)) return now;
    if (performance.now() > giveUpAt) throw new Error(`The import is still ${JSON.stringify(now)}`);
    await sleep(LOOK_MS);
  }
}

/** Reads a page of records and makes one, in turns, until it is stopped; how long each request took. */
function keepAsking({ objects, api }: House) {
  const latenciesMs: number[] = [];
  const running: Promise<void>[] = [];
  const timed = async (ask: () => Promise<unknown>) => {
    const began = performance.now();
    await ask();
    latenciesMs.push(performance.now() - began);
  };
  let count = 0;
  const timer = setInterval(() => {
    count += 1;
    const values = { name: `Neighbour ${count}` };
    running.push(
      timed(() =>
        count % 2 === 0
          ? api("POST", `${objects}/company/records`, { values })
          : api("GET", `${objects}/company/records?limit=50`),
      ),
    );
  }, NEIGHBOUR_EVERY_MS);
  return async () => {
    clearInterval(timer);
    await Promise.all(running);
    return latenciesMs;
  };
}

async function furnish(house: House): Promise<void> {
  const companies = Array.from({ length: COMPANIES }, (_, n) => `Company ${n},company-${n}.example`);
  await house.api("POST", `${house.objects}/company/records/import`, {
    csv: ["name,domain", ...companies].join("\n"),
  });
  await addAttributes(house);
  const { id } = await house.api("POST", `${house.objects}/person/records/import`, {
    csv: people(KNOWN, "Formerly"),
    background: true,
  });
  await importEnded(house, id, ["done", "failed"]);
  const trigger = { type: "record.created", object: "person" };
  for (const [name, action] of [
    ["Deal", { type: "create_record", object: "deal", values: { name: "{{record.name}}" } }],
    ["Note", { type: "update_record", values: { description: "Came by a file" } }],
  ] as const) {
    await house.api("POST", `/workspaces/${house.id}/crm/automations`, { name, trigger, actions: [action] });
  }
}

export default async function crmImport(): Promise<void> {
  const service = await startService();
  const client = new pg.Client({ connectionString: service.databaseUrl });
  try {
    await client.connect();
    const house = await aHouse(client, service, "Importing");
    const neighbour = await aHouse(client, service, "Neighbour");
    const names = Array.from({ length: NEIGHBOUR_RECORDS }, (_, n) => `Company ${n}`);
    await neighbour.api("POST", `${neighbour.objects}/company/records/import`, {
      csv: ["name", ...names].join("\n"),
    });
    await furnish(house);
    const quiet = keepAsking(neighbour);
    await sleep(QUIET_S * 1_000);
    const quietMs = await quiet();

    const memory = await watchMemory({ worker: await service.pid("worker"), web: await service.pid("web") });
    const beside = keepAsking(neighbour);
    const path = `${house.objects}/person`;
    let began = performance.now();
    const { id } = await house.api("POST", `${path}/records/import`, {
      csv: people(ROWS, "Manager"),
      match: "email",
      file_name: "people.csv",
    });
    const uploadMs = performance.now() - began;
    const imported = await importEnded(house, id, ["done", "failed"]);
    const importMs = performance.now() - began;
    const { created, updated } = imported;
    if (created !== ROWS - KNOWN || updated !== KNOWN) throw new Error(JSON.stringify(imported));

    began = performance.now();
    await house.api("POST", `${path}/imports/${id}/undo`);
    const undone = await importEnded(house, id, ["undone"]);
    const undoMs = performance.now() - began;
    const besideMs = await beside();
    const peaks = memory.end();
    const { restored, deleted, left } = undone;
    if (deleted !== created || restored !== updated || left !== 0) throw new Error(JSON.stringify(undone));

    console.log(
      `upload_s=${seconds(uploadMs)} import_s=${seconds(importMs)} undo_s=${seconds(undoMs)} web_memory_mb=${Math.round(peaks.web)} neighbour_quiet_p99_ms=${quantile(quietMs, 0.99).toFixed(1)} neighbour_max_ms=${quantile(besideMs, 1).toFixed(1)}`,
    );
    console.log(
      `crm-import: rows_per_s=${Math.round((1_000 * ROWS) / importMs)} undo_rows_per_s=${Math.round((1_000 * ROWS) / undoMs)} memory_mb=${Math.round(peaks.worker)} neighbour_p99_ms=${quantile(besideMs, 0.99).toFixed(1)}`,
    );
  } finally {
    await client.end();
    await service.stop();
  }
}

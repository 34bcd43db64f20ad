import { beforeAll, describe, expect, it } from "vitest";
import * as imported from "@/app/api/v1/workspaces/[workspace_id]/tables/[table_id]/rows/import/route";
import { authorise } from "@/lib/access/authorise";
import { placeOf } from "@/lib/crm/records/list/rules";
import { SCAN_ROWS_MAX } from "@/lib/tables/limits";
import { openTable } from "@/lib/tables/open-table";
import { rowList } from "@/lib/tables/rows/list/list-rows";
import { listRowRows } from "@/lib/tables/rows/list/store";
import { call } from "@/tests/support/call";
import { anActor } from "@/tests/support/factories";
import { aTable } from "@/tests/support/tables";

/*
 * A large table is scanned through in the order asked for, a small one gone through as a whole. Which it is must not show:
 * the same lists of a table are asked for in both ways.
 */

const ROWS = SCAN_ROWS_MAX + 500;
const NOW = new Date();
let made: Awaited<ReturnType<typeof aTable>>;

beforeAll(async () => {
  made = await aTable();
  const lines = Array.from({ length: ROWS }, (_, n) => {
    const rare = n === ROWS - 7 ? "needle" : `hay ${(n * 7919) % ROWS}`;
    return `${rare},${n % 3 === 0 ? "" : (n * 31) % 100},${n % 50 === 0 ? "won" : "open"}`;
  });
  const body = { csv: ["title,amount,stage", ...lines].join("\n") };
  const answer = await call(imported.POST, "POST", { bearer: made.bearer, params: made.at, body });
  expect(answer.json.created).toBe(ROWS);
});

async function accessOf() {
  return openTable(await authorise(anActor(made.owner.id), made.at.workspace_id), made.at.table_id, NOW);
}

const where = (attribute: string, operator: string, value: unknown) =>
  JSON.stringify({ attribute, operator, value });

describe("a list of a large table", () => {
  it.each([
    { sort: "created_at" },
    { sort: "-amount" },
    { sort: "amount", filter: where("stage", "eq", "won") },
    { sort: "-title", filter: where("amount", "gt", 90) },
    { sort: "title", filter: where("title", "eq", "needle") },
    { sort: "created_at", search: "needle" },
    { sort: "amount", filter: where("title", "contains", "hay 2") },
  ])("is the same with every query plan: %j", async (filters) => {
    const access = await accessOf();
    expect(access.rowCount).toBe(ROWS);
    const scanned = rowList(access, filters);
    const whole = { ...scanned, access: { ...access, rowCount: 0 } };
    const all = await listRowRows(whole, ROWS, null);
    const seen: string[] = [];
    let after = null;
    for (;;) {
      const page = await listRowRows(scanned, 300, after);
      seen.push(...page.map(({ id }) => id));
      const last = page.at(-1);
      if (!last || page.length < 300) break;
      after = placeOf(scanned.sort, last);
    }
    expect(seen).toEqual(all.map(({ id }) => id));
    expect(seen.length).toBeGreaterThan(0);
  });
});

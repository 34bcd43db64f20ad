import { randomUUID } from "node:crypto";
import { beforeAll, describe, expect, it } from "vitest";
import { claimRows } from "@/lib/crm/import/store";
import { getObject } from "@/lib/crm/objects/get-object";
import { findHolders, findRecords, findReferenced, lockRecords } from "@/lib/crm/records/store";
import { uniqueKeys } from "@/lib/crm/records/value-keys";
import { addRecords } from "@/lib/crm/records/write-records";
import { type Db, db, transaction } from "@/lib/platform/database";
import { aCrm, type Crm } from "@/tests/support/crm-records";

/*
 * What an import looks up for a chunk of rows must cost no more in a large workspace than in a small one, also right
 * after many rows were written, before the database knows that they are there.
 */

const RECORDS = 2_000;
const LOOKED_UP = 100;

/** How many rows of a table this statement's transaction has read so far, by index or not. */
async function rowsRead(tx: Db, table: string): Promise<number> {
  const [row] = await tx.$queryRaw<{ count: number }[]>`
    SELECT (seq_tup_read + COALESCE(idx_tup_fetch, 0))::float8 AS count FROM pg_stat_xact_user_tables
    WHERE relname = ${table}`;
  return row?.count ?? 0;
}

async function readBy(tx: Db, table: string, work: () => Promise<unknown>): Promise<number> {
  const before = await rowsRead(tx, table);
  await work();
  return (await rowsRead(tx, table)) - before;
}

let crm: Crm;
let object: Awaited<ReturnType<typeof getObject>>;
let ids: string[];

beforeAll(async () => {
  crm = await aCrm();
  const now = new Date();
  object = await getObject(db(), crm.workspaceId, "company", now);
  const values = Array.from({ length: RECORDS }, (_, n) => ({
    name: `Company ${n}`,
    domain: `${n}.example`,
  }));
  const writer = {
    workspaceId: crm.workspaceId,
    actor: { kind: "service", developerId: null, causeId: null },
    causeRunId: null,
    isQuiet: true,
  } as const;
  const made = await transaction((tx) => addRecords(tx, writer, object, values, now));
  ids = made.slice(0, LOOKED_UP).map(({ id }) => id);
});

describe("what an import looks up", () => {
  it("reads each record that rows refer to, and no other one", async () => {
    const references = [...ids, ...ids].map((id) => ({ id, objectSlug: "company" }));
    await transaction(async (tx) => {
      const read = await readBy(tx, "crm_record", () => findReferenced(tx, crm.workspaceId, references));
      expect(read).toBe(LOOKED_UP);
    });
  });

  it("reads and locks each record that it changes, and no other one", async () => {
    await transaction(async (tx) => {
      const locked = await readBy(tx, "crm_record", () => lockRecords(tx, crm.workspaceId, object.id, ids));
      expect(locked).toBeLessThanOrEqual(2 * LOOKED_UP);
      const found = await readBy(tx, "crm_record", () => findRecords(tx, crm.workspaceId, object.id, ids));
      expect(found).toBe(LOOKED_UP);
    });
  });

  it("reads each unique value that rows have, and no other one", async () => {
    const keys = ids.flatMap((_, n) => uniqueKeys(object.attributes, { domain: `${n}.example` }));
    await transaction(async (tx) => {
      const read = await readBy(tx, "crm_unique_value", async () => {
        expect(await findHolders(tx, keys)).toHaveLength(LOOKED_UP);
      });
      expect(read).toBe(LOOKED_UP);
    });
  });

  it("reads each value that earlier rows claimed, and no other one", async () => {
    const begun = await db().crmImport.create({
      data: {
        workspaceId: crm.workspaceId,
        objectId: object.id,
        state: "checking",
        isDryRun: true,
        options: {},
        columns: [],
        rows: RECORDS,
        createdAt: new Date(),
        updatedAt: new Date(),
      },
    });
    const attributeId = randomUUID();
    const claims = Array.from({ length: RECORDS }, (_, n) => ({
      attributeId,
      key: `${n}.example`,
      number: n,
    }));
    await transaction(async (tx) => {
      await claimRows(tx, begun.id, claims);
      const again = claims.slice(0, LOOKED_UP).map((claim) => ({ ...claim, number: claim.number + RECORDS }));
      const read = await readBy(tx, "crm_import_claim", async () => {
        expect(await claimRows(tx, begun.id, again)).toEqual(again.map((_, n) => n));
      });
      expect(read).toBeLessThanOrEqual(2 * LOOKED_UP);
    });
  });
});

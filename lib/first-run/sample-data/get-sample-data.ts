import type { WorkspaceScope } from "@/lib/access/authorise";
import { WEBHOOK } from "@/lib/first-run/sample-data/catalog";
import { presentSampleData } from "@/lib/first-run/sample-data/present";
import { type Held, keptThings } from "@/lib/first-run/sample-data/rules";
import type { SampleData } from "@/lib/first-run/sample-data/schema";
import { listHeld, listMarks, listThings } from "@/lib/first-run/sample-data/store";
import { type Db, db } from "@/lib/platform/database";

/** What would stay if sample data were removed now. */
export async function findKept(tx: Db, scope: WorkspaceScope): Promise<Held[]> {
  const things = await listThings(tx, scope);
  return keptThings(things, await listHeld(tx, scope, WEBHOOK.url));
}

/** Whether a workspace holds sample data, what belongs to it and what removing it would keep. */
export async function getSampleData(scope: WorkspaceScope): Promise<SampleData> {
  const marks = await listMarks(db(), scope);
  return presentSampleData(marks, marks.length === 0 ? [] : await findKept(db(), scope));
}

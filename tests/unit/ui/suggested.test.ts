import { describe, expect, it } from "vitest";
import type { Span } from "@/lib/ui/time/queries";
import { confirmationsOf, type Suggested } from "@/lib/ui/time/suggested";

const at = (minute: number) => new Date(Date.UTC(2026, 0, 5, 9, minute)).toISOString();
const suggested = (
  from: number,
  to: number,
  project: string,
  task: string | null,
  deviceId = "d",
): Suggested => ({
  deviceId,
  span: { from: at(from), to: at(to), suggested_project_id: project, suggested_task_key: task } as Span,
});
const short = (all: Suggested[]) =>
  confirmationsOf(all).map(({ from, to, device_id, project_id, task_key }) => [
    Math.round((Date.parse(to as string) - Date.parse(from as string)) / 60_000),
    device_id,
    project_id,
    task_key,
  ]);

describe("confirming several suggestions", () => {
  it("makes one correction of consecutive ones that suggest the same", () => {
    const all = [suggested(0, 1, "p", "P-1"), suggested(1, 3, "p", "P-1"), suggested(3, 4, "p", "P-1")];
    expect(short(all)).toEqual([[4, "d", "p", "P-1"]]);
  });

  it("covers no time between them, and keeps tasks, projects and devices apart", () => {
    const all = [
      suggested(0, 1, "p", "P-1"),
      suggested(2, 3, "p", "P-1"),
      suggested(3, 4, "p", "P-2"),
      suggested(4, 5, "p", null),
      suggested(5, 6, "q", null),
      suggested(6, 7, "q", null, "e"),
    ];
    expect(short(all)).toEqual([
      [1, "d", "p", "P-1"],
      [1, "d", "p", "P-1"],
      [1, "d", "p", "P-2"],
      [1, "d", "p", undefined],
      [1, "d", "q", undefined],
      [1, "e", "q", undefined],
    ]);
  });
});

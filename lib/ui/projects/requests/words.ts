import type { StaffRequest } from "@/lib/ui/projects/requests/queries";

export const STATUSES: { value: StaffRequest["status"]; label: string }[] = [
  { value: "open", label: "Open" },
  { value: "planned", label: "Planned" },
  { value: "in_progress", label: "In progress" },
  { value: "done", label: "Done" },
  { value: "declined", label: "Declined" },
];

export const PARTS = [
  { value: "visible", label: "Shown" },
  { value: "pending", label: "Waiting" },
  { value: "hidden", label: "Hidden" },
  { value: "merged", label: "Merged" },
] as const;

export const labelOf = (status: string): string =>
  STATUSES.find(({ value }) => value === status)?.label ?? status;

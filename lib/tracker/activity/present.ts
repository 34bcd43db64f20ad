import type { Activity, ActivityGroup } from "@/lib/tracker/activity/schema";
import type { ActivitySums } from "@/lib/tracker/activity/store";
import { offsetName, timeIn } from "@/lib/tracker/days/rules";
import { categoryLabel } from "@/lib/tracker/enrichment/catalog";

const FORMER_PROJECT = "Former project";
const NO_PROJECT = "No project";
const NO_TASK = "No task";
const NO_APP = "Private or not known";
const NO_REPOSITORY = "No repository";

/** `owner/name` of a remote; a folder's path. */
function repositoryLabel(repository: string): string {
  const [host = "", ...path] = repository.split("/");
  return host.includes(".") && path.length > 0 ? path.join("/") : repository;
}

/** The response for sums of activity, with a name for each key. */
export function presentActivity(
  group: ActivityGroup,
  { from, to, zone }: { from: Date; to: Date; zone: string },
  { isSettled, excess, rows }: ActivitySums,
): Activity {
  const head = {
    from: from.toISOString(),
    to: to.toISOString(),
    is_settled: isSettled,
    total_seconds: rows.reduce((total, row) => total + row.seconds, 0),
    uncounted_samples: excess,
  };
  if (group === "hour") {
    const hours = rows.map(({ key, seconds, byCategory }) => {
      const hour = new Date(key ?? "");
      const label = `${timeIn(zone, hour)} ${offsetName(hour, zone)}`;
      return { key: hour.toISOString(), label, seconds, by_category: byCategory ?? {} };
    });
    return { ...head, group, rows: hours };
  }
  if (group === "category") {
    const byCategory = rows.map(({ key, seconds }) => ({
      key: key ?? "",
      label: categoryLabel(key ?? ""),
      seconds,
    }));
    return { ...head, group, rows: byCategory };
  }
  if (group === "task") {
    const byTask = rows.map(({ key, seconds, name, projectId }) => ({
      key,
      label: name ?? key ?? NO_TASK,
      project_id: projectId ?? null,
      seconds,
    }));
    return { ...head, group, rows: byTask };
  }
  if (group === "app") {
    return { ...head, group, rows: rows.map(({ key, seconds }) => ({ key, label: key ?? NO_APP, seconds })) };
  }
  if (group === "repository") {
    const byRepository = rows.map(({ key, seconds }) => ({
      key,
      label: key === null ? NO_REPOSITORY : repositoryLabel(key),
      seconds,
    }));
    return { ...head, group, rows: byRepository };
  }
  const byProject = rows.map(({ key, seconds, name }) => ({
    key,
    label: name ?? (key === null ? NO_PROJECT : FORMER_PROJECT),
    seconds,
  }));
  return { ...head, group, rows: byProject };
}

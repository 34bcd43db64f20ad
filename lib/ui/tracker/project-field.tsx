import { NativeSelect } from "@mantine/core";
import { useWorkspace } from "@/lib/ui/api/open-workspace";
import list from "@/lib/ui/kit/lists/list-page.module.css";
import { useProjects } from "@/lib/ui/projects/queries";

/** Filters by project, including an archived one that only the address names. */
export function ProjectField({ value, set }: { value: string; set: (value: string) => void }) {
  const { id, can } = useWorkspace();
  const projects = useProjects(id, can("can_view_projects"));
  const choices = projects.items?.map((project) => ({ value: project.id, label: project.name })) ?? [];
  if (value !== "" && !choices.some((choice) => choice.value === value)) {
    choices.push({ value, label: "One project" });
  }
  return (
    <NativeSelect
      aria-label="Project"
      size="sm"
      className={list.choice ?? ""}
      data={[{ value: "", label: "All projects" }, ...choices]}
      value={value}
      onChange={({ currentTarget }) => set(currentTarget.value)}
    />
  );
}

import { useWorkspace } from "@/lib/ui/api/open-workspace";
import list from "@/lib/ui/kit/lists/list-page.module.css";
import { PersonPicker } from "@/lib/ui/kit/people/person-picker";

type Props = {
  /** Their id; empty for anyone. */
  value: string;
  set: (value: string) => void;
  /** Known once one of their rows is loaded. */
  name: string | undefined;
};

/** Filters a list by a member, for readers who may see the members. */
export function PersonField({ value, set, name }: Props) {
  const { can } = useWorkspace();
  if (!can("can_view_members")) return null;
  return (
    <PersonPicker
      aria-label="Person"
      placeholder="Anyone"
      size="sm"
      className={list.person ?? ""}
      value={value === "" ? null : { developer_id: value, name: name ?? "This person" }}
      onChange={(person) => set(person?.developer_id ?? "")}
    />
  );
}

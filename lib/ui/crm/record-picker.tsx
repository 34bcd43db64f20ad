import { useRecords } from "@/lib/ui/crm/queries";
import { titleOf } from "@/lib/ui/crm/wording";
import { type FieldProps, SearchSelect, useTyped } from "@/lib/ui/kit/fields/search-select";

export type Reference = { id: string; title: string };

const FOUND_MAX = "20";

type Props = FieldProps & {
  /** The slug of the object whose records can be picked. */
  object: string;
  value: Reference | null;
  onChange: (record: Reference | null) => void;
};

/** Finds a record of an object by any of its texts. */
export function RecordPicker({ object, value, onChange, ...rest }: Props) {
  const typed = useTyped(value?.title);
  const records = useRecords(object, {
    search: typed.search,
    sort: "-updated_at",
    limit: FOUND_MAX,
  });
  return (
    <SearchSelect
      typed={typed}
      query={records}
      found={(records.items ?? []).map((record) => ({ value: record.id, label: titleOf(record) }))}
      value={value && { value: value.id, label: value.title }}
      onChange={(choice) => onChange(choice && { id: choice.value, title: choice.label })}
      nothingFoundMessage="No matching record"
      {...rest}
    />
  );
}

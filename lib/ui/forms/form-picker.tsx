import { Input, Skeleton } from "@mantine/core";
import { useState } from "react";
import { isRefusal } from "@/lib/ui/api/client";
import { useWorkspace } from "@/lib/ui/api/open-workspace";
import { useFormName, useForms } from "@/lib/ui/forms/queries";
import { type Choice, type FieldProps, SearchSelect, useTyped } from "@/lib/ui/kit/fields/search-select";

const FOUND_MAX = "20";

type SearchProps = FieldProps & { value: Choice | null; onChange: (form: Choice | null) => void };

function FormSearch(props: SearchProps) {
  const { can } = useWorkspace();
  const maySee = can("can_view_forms");
  const typed = useTyped(props.value?.label);
  const forms = useForms({ search: typed.search, limit: FOUND_MAX }, maySee);
  return (
    <SearchSelect
      typed={typed}
      query={maySee ? forms : { isPending: false, isFetching: false, error: null }}
      found={(forms.items ?? []).map((form) => ({ value: form.id, label: form.name }))}
      nothingFoundMessage={maySee ? "No form by that name" : "Viewing forms requires can_view_forms"}
      {...props}
    />
  );
}

type Props = FieldProps & { value: string | null; onChange: (formId: string | null) => void };

/** Finds a form of the workspace by name. If it was deleted, or the reader may not see it, its id is shown. */
export function FormPicker({ value, onChange, ...rest }: Props) {
  const { can } = useWorkspace();
  const [chosen, setChosen] = useState<Choice | null>(null);
  const maySee = can("can_view_forms");
  const isNamed = value === null || value === chosen?.value;
  const name = useFormName(value ?? "", maySee && !isNamed);
  if (name.isLoading) {
    return (
      <Input.Wrapper label={rest.label}>
        <Skeleton height={36} />
      </Input.Wrapper>
    );
  }
  const isGone = isRefusal(name.error, 404);
  const unnamed = maySee ? (isGone ? `${value} (gone)` : value) : `${value} (hidden from you)`;
  const shown = isNamed ? chosen : { value, label: name.data ?? unnamed ?? "" };
  return (
    <FormSearch
      {...rest}
      value={value === null ? null : shown}
      onChange={(form) => {
        setChosen(form);
        onChange(form?.value ?? null);
      }}
    />
  );
}

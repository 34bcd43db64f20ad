import { Button } from "@mantine/core";

type Props = { isDirty: boolean; isSaving: boolean; label?: string };

/** Saves a form that is always open on its page; enabled only while something in it is not saved. */
export function SaveButton({ isDirty, isSaving, label = "Save" }: Props) {
  return (
    <Button type="submit" loading={isSaving} disabled={!isDirty}>
      {label}
    </Button>
  );
}

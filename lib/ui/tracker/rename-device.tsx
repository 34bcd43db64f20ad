import { TextInput } from "@mantine/core";
import { DEVICE_NAME_CHARS_MAX } from "@/lib/tracker/devices/limits";
import { FormDialog } from "@/lib/ui/kit/dialogs/form-dialog";
import { nameProblem } from "@/lib/ui/kit/fields/name-problem";
import { type OwnDevice, useRenameDevice } from "@/lib/ui/tracker/queries";

type Props = { isOpen: boolean; onClose: () => void; device: OwnDevice };

/** Renames one of the reader's devices. */
export default function RenameDevice({ isOpen, onClose, device }: Props) {
  const rename = useRenameDevice();
  return (
    <FormDialog
      isOpen={isOpen}
      onClose={onClose}
      title="Rename device"
      submitLabel="Save"
      initialValues={{ name: device.name ?? "" }}
      validate={{ name: nameProblem }}
      onSubmit={({ name }) => rename.mutateAsync({ id: device.device_id, name })}
    >
      {(form) => (
        <TextInput
          label="Name"
          placeholder="Studio laptop"
          maxLength={DEVICE_NAME_CHARS_MAX}
          data-autofocus
          {...form.getInputProps("name")}
        />
      )}
    </FormDialog>
  );
}

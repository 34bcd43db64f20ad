import { Anchor, Text } from "@mantine/core";
import { useForm } from "@mantine/form";
import { useState } from "react";
import { formErrorsOf } from "@/lib/ui/api/failure";
import { editorConfig } from "@/lib/ui/editors/guides";
import { type EditorDevice, useCreateEditorKey } from "@/lib/ui/editors/queries";
import { CodeBlock } from "@/lib/ui/kit/copy/code-block";
import { ShownOnce } from "@/lib/ui/kit/copy/shown-once";
import { DialogForm } from "@/lib/ui/kit/dialogs/dialog-form";
import ModalDialog from "@/lib/ui/kit/dialogs/modal-dialog";
import { Loaded } from "@/lib/ui/kit/states/loaded";
import { firstPlace, PLACE_CHECKS, type Project, useTrackedProjects } from "@/lib/ui/tracker/place";
import { PlaceFields } from "@/lib/ui/tracker/place-fields";

type FormProps = { devices: EditorDevice[]; onMade: (key: string) => void; onCancel: () => void };

function PlaceForm({ devices, projects, onMade, onCancel }: FormProps & { projects: readonly Project[] }) {
  const create = useCreateEditorKey();
  const form = useForm({ initialValues: firstPlace(devices, projects), validate: PLACE_CHECKS });
  const chosen = devices.find(({ device_id: id }) => id === form.values.place);
  const save = form.onSubmit(async (place) => {
    try {
      onMade((await create.mutateAsync(place)).key);
    } catch (error) {
      form.setErrors(formErrorsOf(error, ["name"]));
    }
  });
  return (
    <DialogForm
      problem={form.errors.form}
      submitLabel="Create key"
      isBegun={form.isDirty()}
      isBusy={form.submitting}
      onSubmit={save}
      onCancel={onCancel}
    >
      <PlaceFields
        form={form}
        devices={devices}
        projects={projects}
        description={
          chosen?.editor_key
            ? "Editors on it already have a key, which stops working"
            : "Where the editor runs. All editors on it share one key."
        }
      />
    </DialogForm>
  );
}

/** Creates a device's editor key and shows it, this one time, with instructions. */
export default function ConnectEditorDialog({
  isOpen,
  onClose,
  devices,
}: {
  isOpen: boolean;
  onClose: () => void;
  devices: EditorDevice[];
}) {
  const projects = useTrackedProjects();
  const [key, setKey] = useState<string | null>(null);
  const finish = () => {
    onClose();
    setKey(null);
  };
  return (
    // A click beside the dialog must not close it: the key can't be shown again.
    <ModalDialog
      isOpen={isOpen}
      onClose={finish}
      title={key === null ? "Connect an editor" : "Your editor key"}
      closeOnClickOutside={key === null}
      closeOnEscape={key === null}
    >
      {key === null ? (
        <Loaded query={projects} what="your projects" bones={[106]}>
          {(list) => <PlaceForm devices={devices} projects={list} onMade={setKey} onCancel={finish} />}
        </Loaded>
      ) : (
        <ShownOnce
          value={key}
          copyLabel="Copy the key"
          note="This is the only time it is shown. It can send what you are editing and read your time for today, nothing else."
          onDone={finish}
        >
          <CodeBlock title="~/.wakatime.cfg" text={editorConfig(window.location.origin, key)} />
          <Text size="sm">
            Put this into the file <code>.wakatime.cfg</code> of your home folder, and install your
            editor&apos;s WakaTime plugin.{" "}
            <Anchor href="/docs/editors" target="_blank" inherit underline="always">
              How to, for five editors
            </Anchor>
          </Text>
        </ShownOnce>
      )}
    </ModalDialog>
  );
}

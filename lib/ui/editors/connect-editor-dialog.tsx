"use client";

import { Anchor, NativeSelect, Text, TextInput } from "@mantine/core";
import { useForm } from "@mantine/form";
import { useState } from "react";
import { DEVICE_NAME_CHARS_MAX } from "@/lib/tracker/devices/limits";
import { formErrorsOf } from "@/lib/ui/api/failure";
import { editorConfig } from "@/lib/ui/editors/guides";
import { type EditorDevice, useCreateEditorKey, useTrackedProjects } from "@/lib/ui/editors/queries";
import { CodeBlock } from "@/lib/ui/kit/code-block";
import { DialogForm } from "@/lib/ui/kit/dialog-form";
import { Loaded } from "@/lib/ui/kit/loaded";
import ModalDialog from "@/lib/ui/kit/modal-dialog";
import { ShownOnce } from "@/lib/ui/kit/shown-once";

const NEW = "new";

/** The system of this browser, by the names that devices have. */
function thisPlatform(): string {
  const agent = navigator.userAgent;
  if (agent.includes("Mac")) return "macos";
  return agent.includes("Windows") ? "windows" : "linux";
}

type FormProps = { devices: EditorDevice[]; onMade: (key: string) => void; onCancel: () => void };

function PlaceForm({
  devices,
  projects,
  onMade,
  onCancel,
}: FormProps & { projects: { id: string; name: string }[] }) {
  const create = useCreateEditorKey();
  const form = useForm({
    initialValues: {
      place: devices[0]?.device_id ?? NEW,
      name: "",
      projectId: projects[0]?.id ?? "",
    },
    validate: {
      name: (name, { place }) => (place === NEW && name.trim() === "" ? "Give it a name" : null),
      projectId: (id, { place }) =>
        place === NEW && id === "" ? "You are in no project that records time" : null,
    },
  });
  const { place } = form.values;
  const chosen = devices.find(({ device_id: id }) => id === place);
  const save = form.onSubmit(async ({ name, projectId }) => {
    try {
      const made = await create.mutateAsync(
        place === NEW ? { projectId, name: name.trim(), platform: thisPlatform() } : { deviceId: place },
      );
      onMade(made.key);
    } catch (error) {
      form.setErrors(formErrorsOf(error, ["name"]));
    }
  });
  return (
    <DialogForm
      problem={form.errors.form}
      submitLabel="Make the key"
      isBusy={form.submitting}
      onSubmit={save}
      onCancel={onCancel}
    >
      <NativeSelect
        label="Computer"
        description={
          chosen?.editor_key
            ? "Its editors have a key already: that one stops working"
            : "Where the editor runs. All editors on it share one key."
        }
        data={[
          ...devices.map(({ device_id: value, name, project_name }) => ({
            value,
            label: `${name ?? "Unnamed device"} · ${project_name}`,
          })),
          { value: NEW, label: "Another computer" },
        ]}
        data-autofocus
        {...form.getInputProps("place")}
      />
      {place === NEW ? (
        <>
          <TextInput
            label="Its name"
            placeholder="Work laptop"
            maxLength={DEVICE_NAME_CHARS_MAX}
            autoComplete="off"
            {...form.getInputProps("name")}
          />
          <NativeSelect
            label="Project"
            description="What is recorded counts for it, unless branch or file say otherwise"
            data={projects.map(({ id: value, name: label }) => ({ value, label }))}
            {...form.getInputProps("projectId")}
          />
        </>
      ) : null}
    </DialogForm>
  );
}

/** Makes the key of the editors on a device, and shows it, this once, with what to do with it. */
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
    // A click beside the dialog must not throw away the only sight of a key.
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
          note="This is the only time it is shown. It can send what your editor is at and ask for your time of today, nothing else."
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

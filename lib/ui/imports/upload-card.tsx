import { Alert, Button, FileButton, Group, Progress, Stack, Text } from "@mantine/core";
import { useForm } from "@mantine/form";
import { useEffect, useRef, useState } from "react";
import { TRACKER_IMPORT_BYTES_MAX } from "@/lib/tracker/imports/limits";
import { formErrorsOf } from "@/lib/ui/api/failure";
import { IconFileImport } from "@/lib/ui/icons";
import { useImportDevices, useUploadImport } from "@/lib/ui/imports/queries";
import { Card } from "@/lib/ui/kit/cards/card";
import { Form } from "@/lib/ui/kit/fields/form";
import { Loaded } from "@/lib/ui/kit/states/loaded";
import { firstPlace, PLACE_CHECKS, type Project, useTrackedProjects } from "@/lib/ui/tracker/place";
import { PlaceFields } from "@/lib/ui/tracker/place-fields";
import classes from "./imports.module.css";

const BYTES_PER_MIB = 1024 * 1024;

function problemOf(file: File): string | null {
  if (file.size === 0) return `${file.name} is empty.`;
  return file.size > TRACKER_IMPORT_BYTES_MAX
    ? `${file.name} is larger than ${TRACKER_IMPORT_BYTES_MAX / BYTES_PER_MIB} MiB. Export single buckets instead.`
    : null;
}

type Devices = NonNullable<ReturnType<typeof useImportDevices>["items"]>;

function UploadForm({
  devices,
  projects,
  isBusy,
}: {
  devices: Devices;
  projects: readonly Project[];
  isBusy: boolean;
}) {
  const upload = useUploadImport();
  const [file, setFile] = useState<File | null>(null);
  const [share, setShare] = useState(0);
  const form = useForm({ initialValues: firstPlace(devices, projects), validate: PLACE_CHECKS });
  const running = useRef<AbortController | null>(null);
  useEffect(() => () => running.current?.abort(), []);
  const take = (picked: File | null) => {
    if (!picked) return;
    const problem = problemOf(picked);
    setFile(problem === null ? picked : null);
    form.setErrors(problem === null ? {} : { form: problem });
  };
  const save = form.onSubmit(async (place) => {
    if (!file) return;
    const controller = new AbortController();
    running.current = controller;
    form.clearErrors();
    setShare(0);
    try {
      const { device_id } = await upload.mutateAsync({
        file,
        place,
        onProgress: setShare,
        signal: controller.signal,
      });
      setFile(null);
      form.setValues({ place: device_id, name: "" });
    } catch (error) {
      if (!controller.signal.aborted) form.setErrors(formErrorsOf(error, ["name"]));
    }
  });
  const percent = Math.round(100 * share);
  return (
    <Form onSubmit={save}>
      <fieldset className={classes.plain} disabled={upload.isPending}>
        <Stack>
          <PlaceFields
            form={form}
            devices={devices}
            projects={projects}
            description="The samples in the file are added to this device"
          />
          <div>
            <FileButton accept=".json,application/json" onChange={take} disabled={upload.isPending}>
              {(button) => (
                <Button
                  {...button}
                  variant="default"
                  className={classes.file ?? ""}
                  leftSection={<IconFileImport size={16} stroke={1.75} />}
                >
                  {file?.name ?? "Choose a file"}
                </Button>
              )}
            </FileButton>
            <Text size="sm" c="dimmed" mt={6}>
              JSON, at most {TRACKER_IMPORT_BYTES_MAX / BYTES_PER_MIB} MiB. The same file twice adds nothing.
            </Text>
          </div>
        </Stack>
      </fieldset>
      {form.errors.form ? (
        <Alert color="red" role="alert" mt="md">
          {form.errors.form}
        </Alert>
      ) : null}
      {upload.isPending ? (
        <div className={classes.progress}>
          <Progress value={percent} animated aria-label="Uploading the file" />
          <Text size="sm" c="dimmed" mt={6} role="status">
            {percent < 100 ? `${percent}% is uploaded. Stay on this page.` : "Reading it…"}
          </Text>
        </div>
      ) : null}
      <Group gap="sm" mt="md">
        {upload.isPending ? (
          <Button variant="default" onClick={() => running.current?.abort(new Error("Cancelled"))}>
            Cancel
          </Button>
        ) : (
          <Button type="submit" disabled={file === null || isBusy}>
            Import
          </Button>
        )}
        {isBusy && !upload.isPending ? (
          <Text size="sm" c="dimmed">
            Another import is under way. Wait until it is done.
          </Text>
        ) : null}
      </Group>
    </Form>
  );
}

/** Chooses a file and the device it belongs to. */
export default function UploadCard({ isBusy }: { isBusy: boolean }) {
  const devices = useImportDevices();
  const projects = useTrackedProjects();
  const known =
    devices.items && projects.data ? { devices: devices.items, projects: projects.data } : undefined;
  const query = {
    data: known,
    error: devices.error ?? projects.error,
    refetch: () => Promise.all([devices.refetch(), projects.refetch()]),
  };
  return (
    <Card
      id="upload"
      title="Import a file from ActivityWatch"
      note="The last 30 days are imported, by the same rules as samples: what is never kept is left out, and pauses apply"
    >
      <Loaded query={query} what="your devices" bones={[62, 36]}>
        {(read) => <UploadForm {...read} isBusy={isBusy} />}
      </Loaded>
    </Card>
  );
}

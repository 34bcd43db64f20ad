import { NativeSelect, TextInput } from "@mantine/core";
import type { UseFormReturnType } from "@mantine/form";
import type { ReactNode } from "react";
import type { z } from "zod";
import { DEVICE_NAME_CHARS_MAX } from "@/lib/tracker/devices/limits";
import type { TrackerDevice } from "@/lib/tracker/devices/schema";
import { NEW_PLACE, NO_PROJECT, type PlaceValues, type Project } from "@/lib/ui/tracker/place";
import { projectOf } from "@/lib/ui/tracker/words";

type Props = {
  // Also fits a form with more fields.
  form: Pick<UseFormReturnType<PlaceValues>, "values" | "getInputProps">;
  devices: readonly z.output<typeof TrackerDevice>[];
  projects: readonly Project[];
  description: ReactNode;
};

/** Chooses a device, or the name and project of a new one. */
export function PlaceFields({ form, devices, projects, description }: Props) {
  return (
    <>
      <NativeSelect
        label="Computer"
        description={description}
        data={[
          ...devices.map((device) => ({
            value: device.device_id,
            label: `${device.name ?? "Unnamed device"} · ${projectOf(device)}`,
          })),
          { value: NEW_PLACE, label: "Another computer" },
        ]}
        data-autofocus
        {...form.getInputProps("place")}
      />
      {form.values.place === NEW_PLACE ? (
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
            description={
              projects.length > 0
                ? "Recorded time counts for this project, unless the branch or file says otherwise"
                : "Whoever manages a project turns its tracker on, in its tab Tracker"
            }
            disabled={projects.length === 0}
            data={projects.map(({ id: value, name: label }) => ({ value, label }))}
            {...form.getInputProps("projectId")}
            {...(projects.length > 0 ? {} : { error: NO_PROJECT })}
          />
        </>
      ) : null}
    </>
  );
}

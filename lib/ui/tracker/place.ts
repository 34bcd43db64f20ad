import type { z } from "zod";
import type { TrackerDevice } from "@/lib/tracker/devices/schema";
import { api } from "@/lib/ui/api/client";
import { useAnswer } from "@/lib/ui/api/resource-queries";
import { nameProblem } from "@/lib/ui/kit/fields/name-problem";

/** Instead of a device's id: a device that is yet to be enrolled. */
export const NEW_PLACE = "new";

type Device = z.output<typeof TrackerDevice>;
export type Project = { id: string; name: string };
/** The device that something is recorded on, as form values: an enrolled one, or a new one to enrol. */
export type PlaceValues = { place: string; name: string; projectId: string };

/** The projects that the reader can record time for. */
export function useTrackedProjects() {
  return useAnswer("/tracker/projects", {});
}

/** The first device, or else a new one for the first project. */
export function firstPlace(devices: readonly Device[], projects: readonly Project[]): PlaceValues {
  return { place: devices[0]?.device_id ?? NEW_PLACE, name: "", projectId: projects[0]?.id ?? "" };
}

/** Of a reader who can enrol no device. */
export const NO_PROJECT = "None of your projects records time";

/** The required values of a new device. */
export const PLACE_CHECKS = {
  name: (name: string, { place }: PlaceValues) => (place === NEW_PLACE ? nameProblem(name) : null),
  projectId: (id: string, { place }: PlaceValues) => (place === NEW_PLACE && id === "" ? NO_PROJECT : null),
};

/** This browser's system, named as for devices. */
function thisPlatform(): string {
  const agent = navigator.userAgent;
  if (agent.includes("Mac")) return "macos";
  return agent.includes("Windows") ? "windows" : "linux";
}

/** The device's id; a new device is enrolled first. @throws ApiError */
export async function enrolPlace({ place, name, projectId }: PlaceValues): Promise<string> {
  if (place !== NEW_PLACE) return place;
  const device_id = crypto.randomUUID();
  const body = { device_id, project_id: projectId, name: name.trim(), platform: thisPlatform() };
  await api.post("/tracker/devices:enroll", { body });
  return device_id;
}

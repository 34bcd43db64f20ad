"use client";

import { useMutation } from "@tanstack/react-query";
import type { z } from "zod";
import type { TrackerDevice } from "@/lib/tracker/devices/schema";
import { api } from "@/lib/ui/api/client";
import { keyOf, useAnswer, useList, useRefresh } from "@/lib/ui/api/resource-queries";

export type EditorDevice = z.output<typeof TrackerDevice>;

const DEVICES = "/tracker/devices";
const KEY = `${DEVICES}/{device_id}/editor-key` as const;

/** The reader's devices, each with what there is to know of the key of its editors. */
export function useEditorDevices() {
  return useList(DEVICES, {});
}

/** The projects that the reader can record time for. */
export function useTrackedProjects() {
  return useAnswer("/tracker/projects", {});
}

/** Where the editors run: on a device that is enrolled already, or on one that is enrolled with it. */
export type EditorPlace = { deviceId: string } | { projectId: string; name: string; platform: string };

/** Makes the key of the editors on a device. */
export function useCreateEditorKey() {
  return useMutation({
    mutationFn: async (place: EditorPlace) => {
      const deviceId = "deviceId" in place ? place.deviceId : crypto.randomUUID();
      if ("projectId" in place) {
        const body = {
          device_id: deviceId,
          project_id: place.projectId,
          name: place.name,
          platform: place.platform,
        };
        await api.post("/tracker/devices:enroll", { body });
      }
      return api.post(KEY, { params: { device_id: deviceId } });
    },
    onSettled: useRefresh(keyOf(DEVICES)),
  });
}

/** Revokes it. */
export function useDeleteEditorKey() {
  return useMutation({
    mutationFn: (deviceId: string) => api.delete(KEY, { params: { device_id: deviceId } }),
    onSettled: useRefresh(keyOf(DEVICES)),
  });
}

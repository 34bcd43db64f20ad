import { useMutation } from "@tanstack/react-query";
import { api } from "@/lib/ui/api/client";
import type { ItemOf } from "@/lib/ui/api/input";
import { keyOf, useList, useRefresh, useSend } from "@/lib/ui/api/resource-queries";
import { enrolPlace, type PlaceValues } from "@/lib/ui/tracker/place";

export type EditorDevice = ItemOf<typeof DEVICES>;

const DEVICES = "/tracker/devices";
const KEY = `${DEVICES}/{device_id}/editor-key` as const;

/** The reader's devices, each with the state of its editor key. */
export function useEditorDevices() {
  return useList(DEVICES, {});
}

/** Creates a device's editor key. */
export function useCreateEditorKey() {
  return useMutation({
    mutationFn: async (place: PlaceValues) =>
      api.post(KEY, { params: { device_id: await enrolPlace(place) } }),
    onSettled: useRefresh(keyOf(DEVICES)),
  });
}

/** Revokes a device's editor key. */
export function useDeleteEditorKey() {
  return useSend("delete", KEY, {}, { onSettled: useRefresh(keyOf(DEVICES)) });
}

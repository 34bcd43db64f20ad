import { useMutation } from "@tanstack/react-query";
import { addressOf } from "@/lib/ui/api/address";
import type { ItemOf } from "@/lib/ui/api/input";
import { keyOf, useList, useRefresh, useSend } from "@/lib/ui/api/resource-queries";
import { uploadFile } from "@/lib/ui/api/upload";
import { enrolPlace, type PlaceValues } from "@/lib/ui/tracker/place";

export type TrackerImport = ItemOf<typeof IMPORTS>;

const IMPORTS = "/tracker/imports";
const DEVICES = "/tracker/devices";
const POLL_MS = 2_000;

/** Whether an import is still in progress. */
export function isRunning({ state }: TrackerImport): boolean {
  return state === "receiving" || state === "queued" || state === "running" || state === "undoing";
}

/** The reader's imports, newest first, polled while one is in progress. */
export function useImports() {
  return useList(IMPORTS, {}, { pollMs: (items) => (items.some(isRunning) ? POLL_MS : false) });
}

/** The reader's devices. */
export function useImportDevices() {
  return useList(DEVICES, {});
}

type Upload = {
  file: File;
  place: PlaceValues;
  onProgress: (share: number) => void;
  signal: AbortSignal;
};

/** Uploads a file for a device; a new device is enrolled first. */
export function useUploadImport() {
  return useMutation({
    mutationFn: async ({ file, place, onProgress, signal }: Upload) => {
      const query = { device_id: await enrolPlace(place) };
      return uploadFile<TrackerImport>(addressOf(IMPORTS, {}, query), file, onProgress, signal);
    },
    onSettled: useRefresh(keyOf(IMPORTS), keyOf(DEVICES)),
  });
}

/** Undoes an import. */
export function useUndoImport() {
  return useSend("post", `${IMPORTS}/{import_id}/undo`, {}, { onSettled: useRefresh(keyOf(IMPORTS)) });
}

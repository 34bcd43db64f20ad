import { useMutation, useQueryClient } from "@tanstack/react-query";
import { api } from "@/lib/ui/api/client";
import type { AnswerOf, BodyOf, ItemOf, QueryOf } from "@/lib/ui/api/input";
import { useWorkspaceParams } from "@/lib/ui/api/open-workspace";
import {
  keyOf,
  useAnswer,
  useAnswerChange,
  useKeep,
  useList,
  useRefresh,
  useSend,
} from "@/lib/ui/api/resource-queries";
import type { RulesEdit } from "@/lib/ui/tracker/redaction-rules";

export type OwnDevice = ItemOf<typeof OWN>;
export type ProjectTracker = AnswerOf<"GET", typeof OF_PROJECT>;
export type Retention = AnswerOf<"GET", typeof RETENTION>;
export type WorkingHours = AnswerOf<"GET", typeof HOURS>;
export type WorkspaceDevice = ItemOf<typeof DEVICES>;
export type WorkspaceScreenshot = ItemOf<typeof SCREENSHOTS>;

const OWN = "/tracker/devices";
const OWN_DEVICE = `${OWN}/{device_id}` as const;
const HOURS = "/tracker/working-hours";
const OF_PROJECT = "/workspaces/{workspace_id}/projects/{project_id}/tracker";
const DEVICES = "/workspaces/{workspace_id}/tracker/devices";
const DEVICE = `${DEVICES}/{device_id}` as const;
const SCREENSHOTS = "/workspaces/{workspace_id}/tracker/evidence";
const SCREENSHOT = "/tracker/evidence/{evidence_ref}";
const PAUSE = "/workspaces/{workspace_id}/tracker:pause";
const REDACTION = "/workspaces/{workspace_id}/tracker/redaction";
const RETENTION = "/workspaces/{workspace_id}/tracker/retention";

const POLL_MS = 60_000;

type Until = { paused: boolean; until: string | null };

/** Renames one of the reader's devices. */
export function useRenameDevice() {
  return useMutation({
    mutationFn: ({ id, name }: { id: string; name: string }) =>
      api.patch(OWN_DEVICE, { params: { device_id: id }, body: { name } }),
    onSuccess: useRefresh(keyOf(OWN)),
  });
}

/** Pauses or resumes one of the reader's devices. */
export function usePauseOwnDevice() {
  return useMutation({
    mutationFn: ({ id, ...body }: Until & { id: string }) =>
      api.post(`${OWN_DEVICE}/pause`, { params: { device_id: id }, body }),
    onSettled: useRefresh(keyOf(OWN)),
  });
}

/** Unenrols one of the reader's devices. */
export function useUnenrolDevice() {
  return useSend("delete", OWN_DEVICE, {}, { onSuccess: useRefresh(keyOf(OWN)) });
}

/** The hours in which the reader's devices record. */
export function useWorkingHours() {
  return useAnswer(HOURS, {});
}

/** Sets them. */
export function useSetWorkingHours() {
  return useSend("put", HOURS, {}, { onSuccess: useKeep(keyOf(HOURS), keyOf(OWN)) });
}

/** A project's tracker settings. */
export function useProjectTracker(projectId: string, isEnabled: boolean) {
  const params = useWorkspaceParams({ project_id: projectId });
  return useAnswer(OF_PROJECT, { params }, { enabled: isEnabled });
}

/** Changes a project's tracker settings; whatever else shows them is refetched. */
export function useSetProjectTracker(projectId: string) {
  const params = useWorkspaceParams({ project_id: projectId });
  return useSend("put", OF_PROJECT, params, {
    onSuccess: useKeep(
      keyOf(OF_PROJECT, params),
      keyOf("/workspaces/{workspace_id}/projects", useWorkspaceParams()),
      keyOf("/workspaces/{workspace_id}/projects/{project_id}", params),
      keyOf(DEVICES, useWorkspaceParams()),
    ),
  });
}

/** The devices that record time in a workspace, read again every minute. */
export function useWorkspaceDevices(query: QueryOf<typeof DEVICES>, isEnabled = true) {
  return useList(DEVICES, { params: useWorkspaceParams(), query }, { pollMs: POLL_MS, isEnabled });
}

/** The screenshots of a workspace, newest first, without their images. */
export function useScreenshots(query: QueryOf<typeof SCREENSHOTS>) {
  return useList(SCREENSHOTS, { params: useWorkspaceParams(), query });
}

/** Where a screenshot's image is for a minute. Each time this is asked counts as a view, so it is asked once. */
export function useScreenshot(ref: string, isEnabled: boolean) {
  return useAnswer(
    SCREENSHOT,
    { params: { evidence_ref: ref } },
    { enabled: isEnabled, staleTime: Number.POSITIVE_INFINITY, gcTime: 0, refetchOnWindowFocus: false },
  );
}

/** Changes the settings of one device. */
export function useUpdateWorkspaceDevice() {
  const params = useWorkspaceParams();
  return useMutation({
    mutationFn: ({ id, ...body }: BodyOf<"PATCH", typeof DEVICE> & { id: string }) =>
      api.patch(DEVICE, { params: { ...params, device_id: id }, body }),
    onSettled: useRefresh(keyOf(DEVICES, params)),
  });
}

/** Pauses or resumes the whole workspace, a project, or devices. */
export function usePauseCapture() {
  const params = useWorkspaceParams();
  return useSend("post", PAUSE, params, {
    onSettled: useRefresh(keyOf(DEVICES, params), keyOf(OF_PROJECT, params)),
  });
}

/** A workspace's redaction rules. */
export function useWorkspaceRules() {
  return useAnswer(REDACTION, { params: useWorkspaceParams() });
}

/** Changes a workspace's redaction rules, as they are then: what others added since stays. Shown at once. */
export function useSetWorkspaceRules() {
  const params = useWorkspaceParams();
  return useAnswerChange(keyOf(REDACTION, params), {
    send: async (edit: RulesEdit) => {
      const { rules } = await api.get(REDACTION, { params });
      return api.put(REDACTION, { params, body: { rules: edit(rules) } });
    },
    edit: (shown, edit) => ({ ...shown, rules: edit(shown.rules) }),
  });
}

/** A workspace's retention. */
export function useRetention() {
  return useAnswer(RETENTION, { params: useWorkspaceParams() });
}

/** Changes a workspace's retention. */
export function useSetRetention() {
  const queries = useQueryClient();
  const params = useWorkspaceParams();
  return useSend("patch", RETENTION, params, {
    onSuccess: (saved) => queries.setQueryData(keyOf(RETENTION, params), saved),
  });
}

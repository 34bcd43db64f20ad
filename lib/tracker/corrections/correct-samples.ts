import type { Actor } from "@/lib/access/actor";
import { AppError } from "@/lib/http/app-error";
import { checkLimits } from "@/lib/limits/check-limits";
import { transaction } from "@/lib/platform/database";
import { CORRECTIONS_MAX } from "@/lib/tracker/corrections/limits";
import { type Corrected, type CorrectSamples, secondOf } from "@/lib/tracker/corrections/schema";
import { markTouched, settleTouched } from "@/lib/tracker/corrections/settle";
import {
  type CorrectionRow,
  countCorrections,
  insertCorrection,
  listPlaces,
  ownsDevice,
} from "@/lib/tracker/corrections/store";
import { lockDevicesOf } from "@/lib/tracker/samples/store";

type Given = CorrectSamples;
type Said = Pick<CorrectionRow, "setsProject" | "projectId" | "setsTask" | "taskKey">;

function refuse(path: string, message: string): AppError {
  return new AppError("invalid", message, { issues: [{ path, message }] });
}

/** The project and task that a correction sets. A task implies its project. */
async function placeOf(developerId: string, { project_id, task_key }: Given): Promise<Said> {
  const setsProject = project_id !== undefined;
  const said = {
    setsProject,
    projectId: project_id ?? null,
    setsTask: task_key !== undefined,
    taskKey: task_key ?? null,
  };
  if (!project_id && !task_key) return said;
  const [key = null, number = null] = task_key?.split("-") ?? [];
  const asked = {
    projectId: project_id ?? null,
    key: project_id ? null : key,
    number: number === null ? null : Number(number),
  };
  const places = await listPlaces(developerId, asked);
  if (project_id && places.length === 0) throw new AppError("not_found", "Project not found");
  if (!task_key) return said;
  const [place, other] = places.filter((found) => found.exists && found.key === key);
  if (!place) throw refuse("task_key", `None of your projects has a task ${task_key}`);
  if (other) throw refuse("project_id", `Several of your projects have a task ${task_key}: name the project`);
  return { ...said, setsProject: true, projectId: place.projectId };
}

/**
 * Records what the actor says about a stretch of their own time. It counts at once and whenever the time is derived
 * again, also for samples that arrive later. Where corrections overlap, the latest wins.
 * @throws AppError not_found for others' devices and projects; invalid for unknown tasks and for time in the future;
 *   conflict with too many corrections; too_many_requests
 */
export async function correctSamples({ developerId }: Actor, given: Given, now: Date): Promise<Corrected> {
  await checkLimits([{ limit: "tracker_corrections_per_developer", key: developerId }], now);
  const from = new Date(secondOf(given.from) * 1_000);
  const to = new Date(Math.min(secondOf(given.to), Math.floor(now.getTime() / 1_000)) * 1_000);
  if (from >= to) throw refuse("from", "Must be in the past");
  const deviceId = given.device_id ?? null;
  if (deviceId !== null && !(await ownsDevice(developerId, deviceId))) {
    throw new AppError("not_found", "Device not found");
  }
  const said = await placeOf(developerId, given);
  const { correction, touched } = await transaction(async (tx) => {
    // Uploads in progress finish first, and later ones are derived with the correction, so none is missed.
    await lockDevicesOf(tx, [developerId]);
    if ((await countCorrections(tx, developerId)) >= CORRECTIONS_MAX) {
      throw new AppError("conflict", "You have made too many corrections: undo some that you no longer need");
    }
    const row = {
      developerId,
      deviceId,
      from,
      to,
      ...said,
      category: given.category ?? null,
      createdAt: now,
    };
    const correction = await insertCorrection(tx, row);
    return { correction, touched: await markTouched(tx, correction, now) };
  });
  return {
    correction_id: correction.id,
    samples: touched.samples,
    from: from.toISOString(),
    to: to.toISOString(),
    is_settled: await settleTouched(touched, now),
  };
}

import { describe, expect, it } from "vitest";
import { type Attribution, type TaskExists, weigh } from "@/lib/tracker/enrichment/attribution-rules";
import { BUILT_IN_LAYER } from "@/lib/tracker/enrichment/built-in-rules";
import { categorise } from "@/lib/tracker/enrichment/category-rules";
import {
  type Adopted,
  codePageOf,
  mentionsOf,
  remoteName,
  type Surroundings,
} from "@/lib/tracker/enrichment/mention-rules";
import { placeOf } from "@/lib/tracker/enrichment/rules";
import SAMPLES from "./labelled/attribution.json";

/**
 * What a client of a system sends, and what a person would say that it was for: `task` null where none, and `project`
 * null where it is nobody's business. Devices are bound to OPS if `bound` says no other.
 */
type Labelled = {
  system: string;
  project: string | null;
  task: string | null;
  repository?: string;
  bound?: string;
  bundle_id: string;
  name: string;
  window_title?: string;
  url?: string;
  branch?: string;
  repo?: string;
  cwd?: string;
  path?: string;
};

/** The projects that the person is in. PAY is another one of the workspace, and CRM another workspace's. */
const IDS: Record<string, string> = {
  SHOP: "019ab000-0000-7000-8000-000000000001",
  ATL: "019ab000-0000-7000-8000-000000000002",
  WEB: "019ab000-0000-7000-8000-000000000003",
  OPS: "019ab000-0000-7000-8000-000000000004",
};
const TASKS: Record<string, number[]> = {
  SHOP: [3, 7, 12, 19, 42, 101],
  ATL: [1, 5, 8, 23, 77],
  WEB: [2, 3, 15, 30, 64],
  OPS: [4, 9, 11],
};
const idOf = (key: string) => IDS[key] ?? "";
const keyOf = new Map(Object.entries(IDS).map(([key, id]) => [id, key]));

/** The repositories that the workspace adopted. The tools are of several projects. */
const ADOPTED: Adopted[] = [
  { fullName: "acme/shop", projectId: idOf("SHOP") },
  { fullName: "acme/atlas", projectId: idOf("ATL") },
  { fullName: "acme/site", projectId: idOf("WEB") },
  { fullName: "acme/tools", projectId: null },
];
const LINKED: Record<string, [string, number]> = {
  "acme/shop#87": ["SHOP", 12],
  "acme/atlas#14": ["ATL", 8],
  "acme/site#5": ["WEB", 30],
  "acme/tools#9": ["OPS", 9],
};

const around: Surroundings = {
  keys: new Map(Object.entries(IDS)),
  keyOf,
  consoleUrl: "https://console.acme.example",
  repositoryOf: (remote) => ADOPTED.find(({ fullName }) => fullName === remoteName(remote, "github.com")),
  pageOf: (url) => {
    const page = codePageOf(url, "https://github.com");
    const repository = ADOPTED.find(({ fullName }) => fullName === page?.name);
    const [key = "", number = 0] = LINKED[`${page?.name}#${page?.number}`] ?? [];
    return repository && { repository, tasks: key ? [{ projectId: idOf(key), number }] : [] };
  },
  workAround: () => [],
  ruledFor: () => undefined,
};
const exists: TaskExists = (projectId, number) =>
  TASKS[keyOf.get(projectId) ?? ""]?.includes(number) ?? false;

function attributed(given: Labelled): Attribution & { repository: string | null } {
  const sample = {
    boundProjectId: idOf(given.bound ?? "OPS"),
    appName: given.name,
    bundleId: given.bundle_id,
    windowTitle: given.window_title ?? null,
    url: given.url ?? null,
    pageTitle: null,
    branch: given.branch ?? null,
    repo: given.repo ?? null,
    cwd: given.cwd ?? null,
    path: given.path ?? null,
    isPrivate: false,
    inCall: false,
    callApp: null,
    inputEvents: null,
    intervalS: 60,
    end: 0,
  };
  const { category } = categorise(sample, [BUILT_IN_LAYER]);
  const { attribution } = weigh(sample, category, mentionsOf(sample, category, around), exists);
  return { ...attribution, repository: placeOf(sample, category).repository };
}

const JUDGED = (SAMPLES as Labelled[]).map((sample) => {
  const found = attributed(sample);
  return {
    sample,
    found,
    /** The task that time is moved to or that is suggested. */
    task: found.taskKey ?? found.suggestedTaskKey,
    movedTo: found.projectId && keyOf.get(found.projectId),
  };
});
type Judged = (typeof JUDGED)[number];

/** The share of some samples that are judged rightly, with the others printed. */
function shareOf(some: readonly Judged[], isRight: (judged: Judged) => boolean): number {
  const misses = some.filter((judged) => !isRight(judged));
  for (const { sample, task, movedTo } of misses) {
    console.info(`${JSON.stringify(sample)} was taken for ${task ?? "no task"}, time of ${movedTo}`);
  }
  return 1 - misses.length / some.length;
}

describe("labelled samples of what time was for", () => {
  it("are enough on each system, unique, and of existing tasks", () => {
    expect(JUDGED.length).toBeGreaterThanOrEqual(150);
    for (const system of ["macos", "windows", "linux"]) {
      expect(JUDGED.filter(({ sample }) => sample.system === system).length).toBeGreaterThanOrEqual(50);
    }
    const seen = JUDGED.map(({ sample: { project: _, task: __, ...rest } }) => JSON.stringify(rest));
    expect(new Set(seen).size).toBe(seen.length);
    for (const { sample } of JUDGED) {
      const [key = "", number] = sample.task?.split("-") ?? [];
      if (sample.task !== null)
        expect([sample.task, exists(idOf(key), Number(number))]).toEqual([sample.task, true]);
    }
  });

  it("are never assigned to a wrong task, and mostly to the right one", () => {
    const named = JUDGED.filter(({ task }) => task !== null);
    expect(named.length).toBeGreaterThanOrEqual(60);
    expect(shareOf(named, ({ sample, task }) => task === sample.task)).toBeGreaterThanOrEqual(0.98);
    const moved = JUDGED.filter(({ found }) => found.taskKey !== null);
    expect(shareOf(moved, ({ sample, found }) => found.taskKey === sample.task)).toBeGreaterThanOrEqual(0.98);
    const ofTasks = JUDGED.filter(({ sample }) => sample.task !== null);
    expect(shareOf(ofTasks, ({ sample, task }) => task === sample.task)).toBeGreaterThanOrEqual(0.9);
  });

  it("move no time to a wrong project, and no private time", () => {
    const moved = JUDGED.filter(({ sample, found }) => found.projectId !== idOf(sample.bound ?? "OPS"));
    expect(moved.length).toBeGreaterThanOrEqual(50);
    expect(shareOf(moved, ({ sample, movedTo }) => movedTo === sample.project)).toBeGreaterThanOrEqual(0.98);
    const nobodys = JUDGED.filter(({ sample }) => sample.project === null);
    expect(shareOf(nobodys, ({ found }) => found.projectId === null)).toBe(1);
  });

  it("are summed by their repository in one spelling", () => {
    expect(shareOf(JUDGED, ({ sample, found }) => found.repository === (sample.repository ?? null))).toBe(1);
  });
});

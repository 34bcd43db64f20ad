import { env } from "@/lib/platform/env";
import {
  type Adopted,
  type AdoptedPage,
  type CodePage,
  codePageOf,
  remoteName,
  type Surroundings,
} from "@/lib/tracker/enrichment/mention-rules";
import type { Sample } from "@/lib/tracker/enrichment/sample";
import { findAdopted, findJoined, findLinkedTasks } from "@/lib/tracker/enrichment/store";

type Read = Pick<Sample, "boundProjectId" | "repo" | "url">;

/** What each of several texts says, where it says anything; each is read once. */
function readEach<T>(texts: readonly (string | null)[], read: (text: string) => T | null): Map<string, T> {
  const found = new Map<string, T>();
  for (const text of new Set(texts)) {
    const said = text === null ? null : read(text);
    if (text !== null && said !== null) found.set(text, said);
  }
  return found;
}

/** The adopted repositories that samples name, and the issues and pull requests of them, by workspace. */
async function findRepositories(samples: readonly Read[]) {
  const { CODE_HOST_URL } = env();
  const host = new URL(CODE_HOST_URL).hostname;
  const nameOf = readEach(
    samples.map(({ repo }) => repo),
    (repo) => remoteName(repo, host),
  );
  const pageAt = readEach<CodePage>(
    samples.map(({ url }) => url),
    (url) => codePageOf(url, CODE_HOST_URL),
  );
  const adopted = await findAdopted(
    samples.map(({ boundProjectId }) => boundProjectId),
    [...nameOf.values(), ...Array.from(pageAt.values(), ({ name }) => name)],
  );
  const byName = new Map(adopted.map((row) => [`${row.workspaceId} ${row.name}`, row]));
  const asked = adopted.flatMap(({ id, name }) =>
    [...pageAt.values()]
      .filter((page) => page.name === name)
      .map(({ number }) => ({ repositoryId: id, number })),
  );
  const tasksOf = new Map<string, AdoptedPage["tasks"][number][]>();
  for (const { repositoryId, page, ...task } of await findLinkedTasks(asked)) {
    const key = `${repositoryId} ${page}`;
    tasksOf.set(key, [...(tasksOf.get(key) ?? []), task]);
  }
  return {
    repositoryOf: (workspaceId: string, remote: string): Adopted | undefined =>
      byName.get(`${workspaceId} ${nameOf.get(remote)}`),
    pageOf: (workspaceId: string, url: string): AdoptedPage | undefined => {
      const page = pageAt.get(url);
      const repository = byName.get(`${workspaceId} ${page?.name}`);
      return page && repository
        ? { repository, tasks: tasksOf.get(`${repository.id} ${page.number}`) ?? [] }
        : undefined;
    },
  };
}

const nothing = () => undefined;

/** What samples of developers may be for, by developer and the project that the device was bound to. */
export async function findSurroundings(
  developerIds: readonly string[],
  samples: readonly Read[],
): Promise<(developerId: string, boundProjectId: string) => Surroundings> {
  const consoleUrl = new URL(env().BASE_URL).origin;
  const joinedOf = await findJoined(
    developerIds,
    samples.map(({ boundProjectId }) => boundProjectId),
  );
  const { repositoryOf, pageOf } = await findRepositories(samples);
  const none: Surroundings = {
    keys: new Map(),
    keyOf: new Map(),
    consoleUrl,
    repositoryOf: nothing,
    pageOf: nothing,
  };
  const known = new Map<string, Surroundings>();
  return (developerId, boundProjectId) => {
    const pair = `${developerId} ${boundProjectId}`;
    const joined = joinedOf(developerId, boundProjectId);
    if (!joined) return none;
    const { workspaceId, keys, keyOf } = joined;
    const around = known.get(pair) ?? {
      keys,
      keyOf,
      consoleUrl,
      repositoryOf: (remote) => repositoryOf(workspaceId, remote),
      pageOf: (url) => pageOf(workspaceId, url),
    };
    known.set(pair, around);
    return around;
  };
}

import { env } from "@/lib/platform/env";
import {
  projectRuled,
  type RuledProject,
  type RuleLayer,
  type Shown,
} from "@/lib/tracker/enrichment/category-rules";
import type { Span } from "@/lib/tracker/enrichment/corrections-in-force";
import { OWN_WORK_S } from "@/lib/tracker/enrichment/limits";
import {
  type Adopted,
  type AdoptedPage,
  type CodePage,
  codePageOf,
  remoteName,
  type Surroundings,
} from "@/lib/tracker/enrichment/mention-rules";
import type { RulesInForce } from "@/lib/tracker/enrichment/rules-in-force";
import type { Sample } from "@/lib/tracker/enrichment/sample";
import {
  findAdopted,
  findJoined,
  findLinkedTasks,
  findOwnWork,
  type Joined,
} from "@/lib/tracker/enrichment/surroundings-store";

type Read = Pick<Sample, "boundProjectId" | "repo" | "url">;
type OwnWorkFound = Awaited<ReturnType<typeof findOwnWork>>;
type Repositories = Awaited<ReturnType<typeof findRepositories>>;

/** Maps each distinct text to what `read` finds in it, leaving out texts without a result. */
function readEach<T>(texts: readonly (string | null)[], read: (text: string) => T | null): Map<string, T> {
  const found = new Map<string, T>();
  for (const text of new Set(texts)) {
    const said = text === null ? null : read(text);
    if (text !== null && said !== null) found.set(text, said);
  }
  return found;
}

/** The adopted repositories that samples name, and their issues and pull requests, by workspace. */
async function findRepositories(samples: readonly Read[], work: readonly { name: string }[]) {
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
    [...nameOf.values(), ...Array.from(pageAt.values(), ({ name }) => name), ...work.map(({ name }) => name)],
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
    host,
    named: (workspaceId: string, name: string): Adopted | undefined => byName.get(`${workspaceId} ${name}`),
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

/** A sample that shows nothing but a repository, to find out which project rules give the repository to. */
const BLANK: Shown = {
  appName: "",
  bundleId: "",
  windowTitle: null,
  url: null,
  pageTitle: null,
  path: null,
  isPrivate: false,
  inCall: false,
  callApp: null,
  inputEvents: null,
  intervalS: 0,
};

/** The project that rules assign to what a sample shows, computed once for all samples that show the same. */
function ruledBy(layers: readonly RuleLayer[], { keyOf }: Joined): Surroundings["ruledFor"] {
  if (layers.every(({ projects }) => projects === undefined)) return nothing;
  const known = new Map<string, RuledProject | undefined>();
  return (sample) => {
    const { bundleId, appName, windowTitle, url, path, branch, repo, cwd } = sample;
    const shown = [bundleId, appName, windowTitle, url, path, branch, repo, cwd, sample.isPrivate].join("\0");
    if (!known.has(shown)) {
      known.set(
        shown,
        projectRuled(sample, layers, (projectId) => keyOf.has(projectId)),
      );
    }
    return known.get(shown);
  };
}

function surroundingsOf(
  joined: Joined,
  consoleUrl: string,
  { host, named, repositoryOf, pageOf }: Repositories,
  layers: readonly RuleLayer[],
  work: OwnWorkFound,
): Surroundings {
  const { workspaceId, keys, keyOf } = joined;
  const ruledFor = ruledBy(layers, joined);
  // A rule about a repository overrides what its links suggest.
  const asRuled = (repository: Adopted): Adopted => {
    const ruled = ruledFor({ ...BLANK, repo: `${host}/${repository.fullName}` });
    return ruled ? { ...repository, projectId: ruled.projectId } : repository;
  };
  const own = work.flatMap(({ workspaceId: of, name, at, branch, text }) => {
    const repository = of === workspaceId ? named(of, name) : undefined;
    return repository ? [{ at, branch, text, repository: asRuled(repository) }] : [];
  });
  return {
    keys,
    keyOf,
    consoleUrl,
    workAround: ({ end, intervalS }) =>
      own.filter(({ at }) => at >= end - intervalS - OWN_WORK_S && at <= end + OWN_WORK_S),
    ruledFor,
    repositoryOf: (remote) => {
      const repository = repositoryOf(workspaceId, remote);
      return repository && asRuled(repository);
    },
    pageOf: (url) => {
      const page = pageOf(workspaceId, url);
      return page && { ...page, repository: asRuled(page.repository) };
    },
  };
}

/** The surroundings of developers' samples, by developer and the project that the device was bound to. */
export async function findSurroundings(
  spans: readonly Span[],
  samples: readonly Read[],
  rules: RulesInForce,
): Promise<(developerId: string, boundProjectId: string) => Surroundings> {
  const consoleUrl = new URL(env().BASE_URL).origin;
  const developerIds = spans.map(({ developerId }) => developerId);
  const work = await findOwnWork(spans);
  const joinedOf = await findJoined(
    developerIds,
    samples.map(({ boundProjectId }) => boundProjectId),
  );
  const repositories = await findRepositories(samples, work);
  const none: Surroundings = {
    keys: new Map(),
    keyOf: new Map(),
    consoleUrl,
    repositoryOf: nothing,
    pageOf: nothing,
    ruledFor: nothing,
    workAround: () => [],
  };
  const known = new Map<string, Surroundings>();
  return (developerId, boundProjectId) => {
    const pair = `${developerId} ${boundProjectId}`;
    const joined = joinedOf(developerId, boundProjectId);
    if (!joined) return none;
    const { layers } = rules.of(developerId, boundProjectId);
    const around =
      known.get(pair) ??
      surroundingsOf(
        joined,
        consoleUrl,
        repositories,
        layers,
        work.filter((each) => each.developerId === developerId),
      );
    known.set(pair, around);
    return around;
  };
}

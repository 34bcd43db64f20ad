import { createHash } from "node:crypto";
import type { IncomingMessage, ServerResponse } from "node:http";

type Account = { id: number; login: string };

type Commit = {
  sha: string;
  parents: string[];
  message: string;
  email: string;
  account: Account | null;
  date: string;
  files: { filename: string; additions: number; deletions: number }[];
};

type Pull = {
  number: number;
  title: string;
  user: Account | null;
  branch: string;
  state: "open" | "closed";
  created_at: string;
  merged_at: string | null;
  updated_at: string;
};

const WINDOW_S = 3_600;
const REQUESTS_PER_WINDOW = 5_000;
const PER_PAGE_DEFAULT = 30;
const PER_PAGE_MAX = 100;

/** A repository as the code host keeps it: a history of commits with branches that point into it. */
export class HostedRepository {
  fullName: string;
  defaultBranch = "main";
  /** Who may read it; null for everyone. */
  readers: Set<number> | null = null;
  readonly branches = new Map<string, string>();
  readonly commits = new Map<string, Commit>();
  readonly pulls: Pull[] = [];
  languages: Record<string, number> = { TypeScript: 9_000, Go: 1_000 };

  constructor(
    readonly id: number,
    fullName: string,
  ) {
    this.fullName = fullName;
  }

  /** Adds a commit on top of a branch, or on `parents`, and moves the branch to it. */
  commit(given: Partial<Commit> & { branch?: string } = {}): Commit {
    const branch = given.branch ?? this.defaultBranch;
    const tip = this.branches.get(branch);
    const parents = given.parents ?? (tip ? [tip] : []);
    const content = `${this.id} ${this.commits.size} ${parents} ${given.message}`;
    const commit: Commit = {
      sha: createHash("sha1").update(content).digest("hex"),
      parents,
      message: given.message ?? `Change ${this.commits.size}`,
      email: given.email ?? "someone@example.org",
      account: given.account ?? null,
      date: given.date ?? new Date().toISOString(),
      files: given.files ?? [{ filename: "src/main.ts", additions: 3, deletions: 1 }],
    };
    this.commits.set(commit.sha, commit);
    this.branches.set(branch, commit.sha);
    return commit;
  }

  /** Adds a pull request, or changes the one with its number. */
  pull(given: Partial<Pull> & { number: number }): void {
    const at = this.pulls.findIndex((pull) => pull.number === given.number);
    const now = new Date().toISOString();
    const fresh: Pull = {
      title: `Pull request ${given.number}`,
      user: null,
      branch: `topic-${given.number}`,
      state: "open",
      created_at: now,
      merged_at: null,
      updated_at: now,
      number: given.number,
    };
    if (at >= 0) this.pulls[at] = { ...(this.pulls[at] ?? fresh), updated_at: now, ...given };
    else this.pulls.push({ ...fresh, ...given });
  }

  /** The commits that `sha` has and `base` has not, in git's own order: of those whose child was shown, the newest. */
  log(sha: string, base?: string): Commit[] {
    const seen = base === undefined ? new Set<string>() : this.#reachable(base);
    const shown: Commit[] = [];
    const open: Commit[] = [];
    const add = (shas: string[]) => {
      for (const each of shas) {
        const commit = this.commits.get(each);
        if (!commit || seen.has(each)) continue;
        seen.add(each);
        open.push(commit);
      }
      open.sort((a, b) => Date.parse(a.date) - Date.parse(b.date));
    };
    add([sha]);
    for (let next = open.pop(); next; next = open.pop()) {
      shown.push(next);
      add(next.parents);
    }
    return shown;
  }

  #reachable(sha: string): Set<string> {
    const seen = new Set<string>();
    const open = [sha];
    for (let next = open.pop(); next !== undefined; next = open.pop()) {
      if (seen.has(next)) continue;
      seen.add(next);
      open.push(...(this.commits.get(next)?.parents ?? []));
    }
    return seen;
  }
}

type Reply = { status: number; body?: unknown; headers?: Record<string, string> };
const NOT_FOUND: Reply = { status: 404, body: { message: "Not Found" } };

type Interference = "reset" | Reply | undefined;

/** The part of a code host's REST API that is about repositories, as the public ones behave. */
export class CodeHostApi {
  readonly repositories = new Map<number, HostedRepository>();
  readonly #formerNames = new Map<string, number>();
  readonly #used = new Map<number, number>();
  /** Every request that came, with what it was answered. */
  requests: { person: number; path: string; query: URLSearchParams; status: number | "reset" }[] = [];
  /** What a test may have happen before an answer, or instead of it: a cut connection, or some other answer. */
  interfere: (request: { path: string; query: URLSearchParams }) => Interference | Promise<Interference> =
    () => undefined;
  #lastId = 1_000;

  constructor(readonly url: string) {}

  /** A new repository, readable by everyone unless `readers` says otherwise. */
  host(fullName: string, readers: number[] | null = null): HostedRepository {
    this.#lastId += 1;
    const repository = new HostedRepository(this.#lastId, fullName);
    repository.readers = readers && new Set(readers);
    this.repositories.set(repository.id, repository);
    return repository;
  }

  /** Renames a repository. Its old name leads to it until another one takes that name. */
  rename(repository: HostedRepository, fullName: string): void {
    this.#formerNames.set(repository.fullName.toLowerCase(), repository.id);
    repository.fullName = fullName;
  }

  /** Leaves a person this many requests in their window. */
  leave(person: number, requests: number): void {
    this.#used.set(person, REQUESTS_PER_WINDOW - requests);
  }

  async answer(person: Account, request: IncomingMessage, response: ServerResponse): Promise<void> {
    const url = new URL(request.url ?? "/", this.url);
    const path = url.pathname.slice(new URL(this.url).pathname.length);
    const query = url.searchParams;
    const entry: (typeof this.requests)[number] = { person: person.id, path, query, status: 0 };
    this.requests.push(entry);
    const interference = await this.interfere({ path, query });
    if (interference === "reset") {
      entry.status = "reset";
      request.socket.destroy();
      return;
    }
    const used = this.#used.get(person.id) ?? 0;
    const isLimited = used >= REQUESTS_PER_WINDOW;
    const reply = interference ?? (isLimited ? this.#limited(person) : this.#reply(person, path, query, url));
    const text = JSON.stringify(reply.body ?? {});
    const etag = `W/"${createHash("sha1").update(text).digest("hex")}"`;
    const isHeld = reply.status === 200 && request.headers["if-none-match"] === etag;
    if (!isHeld && !isLimited) this.#used.set(person.id, used + 1);
    entry.status = isHeld ? 304 : reply.status;
    const reset = Math.ceil(Date.now() / 1000) + WINDOW_S;
    response.writeHead(entry.status, {
      "content-type": "application/json; charset=utf-8",
      "x-ratelimit-limit": REQUESTS_PER_WINDOW,
      "x-ratelimit-remaining": Math.max(0, REQUESTS_PER_WINDOW - (this.#used.get(person.id) ?? 0)),
      "x-ratelimit-reset": reset,
      ...(reply.status === 200 ? { etag } : {}),
      ...reply.headers,
    });
    response.end(isHeld ? undefined : text);
  }

  #limited(person: Account): Reply {
    return { status: 403, body: { message: `API rate limit exceeded for user ID ${person.id}.` } };
  }

  #canRead(person: Account, repository: HostedRepository | undefined): repository is HostedRepository {
    return repository !== undefined && (repository.readers?.has(person.id) ?? true);
  }

  #reply(person: Account, path: string, query: URLSearchParams, url: URL): Reply {
    if (path === "/user/repos") {
      const own = [...this.repositories.values()].filter((each) => each.readers?.has(person.id)).reverse();
      return this.#page(
        url,
        own.map((each) => this.#describe(each)),
      );
    }
    const byName = /^\/repos\/([^/]+\/[^/]+)$/.exec(path)?.[1]?.toLowerCase();
    if (byName !== undefined) return this.#named(person, byName);
    const [, id, rest = ""] = /^\/repositories\/(\d+)(\/.*)?$/.exec(path) ?? [];
    const repository = this.repositories.get(Number(id));
    if (!this.#canRead(person, repository)) return NOT_FOUND;
    if (rest === "") return { status: 200, body: this.#describe(repository) };
    if (rest === "/languages") return { status: 200, body: repository.languages };
    if (rest === "/commits") return this.#commits(repository, query, url);
    if (rest.startsWith("/commits/")) return this.#commit(repository, rest.slice("/commits/".length));
    if (rest.startsWith("/compare/")) return this.#compare(repository, rest.slice("/compare/".length), url);
    if (rest === "/pulls") return this.#pulls(repository, query, url);
    return NOT_FOUND;
  }

  #named(person: Account, name: string): Reply {
    const named = [...this.repositories.values()].find((each) => each.fullName.toLowerCase() === name);
    if (named) {
      return this.#canRead(person, named) ? { status: 200, body: this.#describe(named) } : NOT_FOUND;
    }
    const former = this.repositories.get(this.#formerNames.get(name) ?? -1);
    if (!this.#canRead(person, former)) return NOT_FOUND;
    const location = `${this.url}/repositories/${former.id}`;
    return { status: 301, body: { message: "Moved Permanently", url: location }, headers: { location } };
  }

  #describe(repository: HostedRepository) {
    const [owner, name] = repository.fullName.split("/");
    return {
      id: repository.id,
      node_id: `R_${repository.id}`,
      name,
      full_name: repository.fullName,
      owner: { login: owner, id: 1 },
      private: repository.readers !== null,
      default_branch: repository.defaultBranch,
      url: `${this.url}/repos/${repository.fullName}`,
    };
  }

  #shown(repository: HostedRepository, commit: Commit) {
    const signature = { name: "Someone", email: commit.email, date: commit.date };
    return {
      sha: commit.sha,
      commit: { message: commit.message, author: signature, committer: signature, comment_count: 0 },
      author: commit.account,
      committer: commit.account,
      parents: commit.parents.map((sha) => ({ sha })),
      url: `${this.url}/repos/${repository.fullName}/commits/${commit.sha}`,
    };
  }

  #commits(repository: HostedRepository, query: URLSearchParams, url: URL): Reply {
    if (repository.commits.size === 0) return { status: 409, body: { message: "Git Repository is empty." } };
    const asked = query.get("sha") ?? repository.defaultBranch;
    const sha = repository.branches.get(asked) ?? asked;
    if (!repository.commits.has(sha)) return NOT_FOUND;
    const since = query.get("since");
    const listed = repository
      .log(sha)
      .filter((commit) => since === null || Date.parse(commit.date) >= Date.parse(since));
    return this.#page(
      url,
      listed.map((commit) => this.#shown(repository, commit)),
    );
  }

  #commit(repository: HostedRepository, sha: string): Reply {
    const commit = repository.commits.get(sha);
    if (!commit) return { status: 422, body: { message: `No commit found for SHA: ${sha}` } };
    const sum = (key: "additions" | "deletions") => commit.files.reduce((n, file) => n + file[key], 0);
    const [additions, deletions] = [sum("additions"), sum("deletions")];
    const stats = { additions, deletions, total: additions + deletions };
    return { status: 200, body: { ...this.#shown(repository, commit), stats, files: commit.files } };
  }

  #compare(repository: HostedRepository, basehead: string, url: URL): Reply {
    const [base = "", head = ""] = basehead.split("...");
    if (!repository.commits.has(base) || !repository.commits.has(head)) return NOT_FOUND;
    const ahead = repository.log(head, base).reverse();
    const page = this.#page(
      url,
      ahead.map((commit) => this.#shown(repository, commit)),
    );
    const body = {
      url: url.href,
      status: "ahead",
      total_commits: ahead.length,
      commits: page.body,
      files: [],
    };
    return { ...page, body };
  }

  #pulls(repository: HostedRepository, query: URLSearchParams, url: URL): Reply {
    const key = query.get("sort") === "updated" ? "updated_at" : "created_at";
    const direction = query.get("direction") === "asc" ? 1 : -1;
    const state = query.get("state") ?? "open";
    const listed = repository.pulls
      .filter((pull) => state === "all" || pull.state === state)
      .sort((a, b) => direction * (Date.parse(a[key]) - Date.parse(b[key])))
      .map(({ branch, ...pull }) => ({ ...pull, head: { ref: branch } }));
    return this.#page(url, listed);
  }

  /** A page of a list, with the `Link` header by which clients find the others. */
  #page(url: URL, items: unknown[]): Reply & { body: unknown[] } {
    const perPage = Math.min(Number(url.searchParams.get("per_page") ?? PER_PAGE_DEFAULT), PER_PAGE_MAX);
    const page = Number(url.searchParams.get("page") ?? 1);
    const last = Math.max(1, Math.ceil(items.length / perPage));
    const to = (number: number, rel: string) => {
      const other = new URL(url);
      other.searchParams.set("page", String(number));
      return `<${other.href}>; rel="${rel}"`;
    };
    const links = [
      ...(page > 1 ? [to(page - 1, "prev")] : []),
      ...(page < last ? [to(page + 1, "next"), to(last, "last")] : []),
    ];
    return {
      status: 200,
      body: items.slice((page - 1) * perPage, page * perPage),
      headers: links.length > 0 ? { link: links.join(", ") } : {},
    };
  }
}

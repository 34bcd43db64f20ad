import type { Metadata } from "next";
import { found, projectWith } from "@/app/(public)/p/[slug]/project";
import { unstorablePath } from "@/lib/http/request-body";
import { listPublicRequests } from "@/lib/projects/requests/list-requests";
import { RequestQuery, RequestStatus } from "@/lib/projects/requests/schema";
import { FilterForm } from "@/lib/ui/public/project/filter-form";
import { FollowButton } from "@/lib/ui/public/project/follow-button";
import head from "@/lib/ui/public/project/head.module.css";
import classes from "@/lib/ui/public/project/project.module.css";
import { ProjectPage } from "@/lib/ui/public/project/project-page";
import { RequestRow } from "@/lib/ui/public/project/request-parts";
import { Visitor } from "@/lib/ui/public/project/visitor";
import { STATUS_WORDS } from "@/lib/ui/public/project/words";

export const metadata: Metadata = { title: "Requests" };

const REQUESTS_PER_PAGE = 20;
const SORTS = { votes: "Most votes", trending: "Trending", newest: "Newest" };

type Props = {
  params: Promise<{ slug: string }>;
  searchParams: Promise<Record<string, string | string[] | undefined>>;
};

export default async function RequestsPage({ params, searchParams }: Props) {
  const { slug } = await params;
  const given = Object.entries(await searchParams).filter(
    ([, value]) => typeof value === "string" && value !== "" && unstorablePath(value) === null,
  );
  const asked = RequestQuery.safeParse({ ...Object.fromEntries(given), limit: REQUESTS_PER_PAGE });
  // An address that somebody mistyped still shows the requests.
  const query = asked.success ? asked.data : RequestQuery.parse({ limit: REQUESTS_PER_PAGE });
  const project = await projectWith(slug, "roadmap");
  const list = await found(listPublicRequests(slug, query, null, new Date()));
  const home = `/p/${encodeURIComponent(slug)}`;
  const kept = new URLSearchParams({ sort: query.sort, limit: String(REQUESTS_PER_PAGE) });
  if (query.status) kept.set("status", query.status);
  if (query.category) kept.set("category", query.category);
  if (query.search) kept.set("search", query.search);
  const { sort, status = "", category = "", search = "", cursor = "" } = query;
  const source = { slug, requests: { sort, status, category, search, cursor, limit: REQUESTS_PER_PAGE } };
  const next = new URLSearchParams(kept);
  if (list.nextCursor) next.set("cursor", list.nextCursor);
  const isFiltered = Boolean(query.status || query.category || query.search);
  return (
    <ProjectPage project={project} current="requests">
      <div className={classes.bar}>
        <h1 className={classes.title}>Requests</h1>
        <div className={head.actions}>
          <FollowButton slug={slug} />
          <a className="public-button" href={`${home}/requests/new`}>
            New request
          </a>
        </div>
      </div>
      <search>
        <FilterForm action={`${home}/requests`}>
          <label>
            Search
            <input
              className="public-input"
              type="search"
              name="search"
              defaultValue={query.search}
              maxLength={255}
            />
          </label>
          <label>
            Status
            <select className="public-input" name="status" defaultValue={query.status ?? ""}>
              <option value="">All</option>
              {RequestStatus.options.map((status) => (
                <option key={status} value={status}>
                  {STATUS_WORDS[status]}
                </option>
              ))}
            </select>
          </label>
          <label>
            Order
            <select className="public-input" name="sort" defaultValue={query.sort}>
              {Object.entries(SORTS).map(([sort, words]) => (
                <option key={sort} value={sort}>
                  {words}
                </option>
              ))}
            </select>
          </label>
          {project.categories.length === 0 ? null : (
            <label>
              Category
              <select className="public-input" name="category" defaultValue={query.category ?? ""}>
                <option value="">All</option>
                {project.categories.map((category) => (
                  <option key={category} value={category}>
                    {category}
                  </option>
                ))}
              </select>
            </label>
          )}
          <noscript>
            <button type="submit" className="public-button" data-variant="quiet">
              Show
            </button>
          </noscript>
        </FilterForm>
      </search>
      {list.items.length === 0 ? (
        <div className={classes.empty}>
          {isFiltered ? (
            <>
              <p>No request fits.</p>
              <a className="public-button" data-variant="quiet" href={`${home}/requests`}>
                Show all
              </a>
            </>
          ) : (
            <p>Nobody has asked for anything yet. What do you need?</p>
          )}
        </div>
      ) : (
        <Visitor source={source}>
          <ul className={classes.list}>
            {list.items.map((request) => (
              <RequestRow key={request.id} slug={slug} request={request} />
            ))}
          </ul>
        </Visitor>
      )}
      <p className={classes.pager}>
        {query.cursor ? <a href={`${home}/requests?${kept}`}>Back to the first</a> : null}
        {list.nextCursor ? <a href={`${home}/requests?${next}`}>More requests</a> : null}
        <a href={`${home}/feed`}>Follow by RSS</a>
      </p>
    </ProjectPage>
  );
}

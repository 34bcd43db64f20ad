import { notFound, redirect } from "next/navigation";
import { found, projectOf } from "@/app/(public)/p/[slug]/project";
import { listPublicRequests } from "@/lib/projects/requests/list-requests";
import { Markdown } from "@/lib/ui/light-kit/markdown/markdown";
import classes from "@/lib/ui/public/project/project.module.css";
import { ProjectPage } from "@/lib/ui/public/project/project-page";
import { RequestRow } from "@/lib/ui/public/project/request-parts";
import { Visitor } from "@/lib/ui/public/project/visitor";

const WANTED_MAX = 5;

export default async function OverviewPage({ params }: { params: Promise<{ slug: string }> }) {
  const { slug } = await params;
  const project = await projectOf(slug);
  const home = `/p/${encodeURIComponent(slug)}`;
  if (!project.overview) {
    const [first] = project.tabs;
    if (!first) notFound();
    redirect(`${home}/${first}`);
  }
  const query = {
    sort: "votes",
    status: "open",
    category: undefined,
    search: undefined,
    limit: WANTED_MAX,
    cursor: undefined,
  } as const;
  const wanted = project.roadmap ? await found(listPublicRequests(slug, query, null, new Date())) : null;
  return (
    <ProjectPage project={project} current="overview">
      {project.overview.description === "" ? (
        <p className={classes.dimmed}>Nothing is written about this project yet.</p>
      ) : (
        <Markdown className={classes.text ?? ""} text={project.overview.description} level={2} isByVisitor />
      )}
      {wanted === null ? null : (
        <section aria-labelledby="wanted">
          <h2 id="wanted" className={classes.subtitle}>
            Most wanted
          </h2>
          {wanted.items.length === 0 ? (
            <div className={classes.empty}>
              <p>There are no requests at the moment.</p>
              <a className="public-button" href={`${home}/requests/new`}>
                Ask for something
              </a>
            </div>
          ) : (
            <Visitor source={{ slug, requests: { status: "open", limit: WANTED_MAX } }}>
              <ul className={classes.list}>
                {wanted.items.map((request) => (
                  <RequestRow key={request.id} slug={slug} request={request} />
                ))}
              </ul>
              <p className={classes.pager}>
                <a href={`${home}/requests`}>All requests</a>
              </p>
            </Visitor>
          )}
        </section>
      )}
    </ProjectPage>
  );
}

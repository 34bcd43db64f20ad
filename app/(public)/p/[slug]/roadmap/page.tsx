import type { Metadata } from "next";
import { projectWith } from "@/app/(public)/p/[slug]/project";
import classes from "@/lib/ui/public/project/project.module.css";
import { ProjectPage } from "@/lib/ui/public/project/project-page";
import { Visitor } from "@/lib/ui/public/project/visitor";
import { VoteButton } from "@/lib/ui/public/project/vote-button";
import { STATUS_WORDS } from "@/lib/ui/public/project/words";

export const metadata: Metadata = { title: "Roadmap" };

export default async function RoadmapPage({ params }: { params: Promise<{ slug: string }> }) {
  const { slug } = await params;
  const project = await projectWith(slug, "roadmap");
  const columns = project.roadmap?.columns ?? [];
  const home = `/p/${encodeURIComponent(slug)}/requests`;
  return (
    <ProjectPage project={project} current="roadmap" width="wide">
      <h1 className={classes.title}>Roadmap</h1>
      <Visitor source={{ slug }}>
        <div className={classes.columns}>
          {columns.map(({ status, count, requests }) => (
            <section key={status} className={classes.column} aria-label={STATUS_WORDS[status]}>
              <h2>
                {STATUS_WORDS[status]}
                <span className={classes.count}>{count}</span>
              </h2>
              {requests.length === 0 ? (
                <p className={classes.dimmed}>Nothing here at the moment.</p>
              ) : (
                <ul className={classes.list}>
                  {requests.map(({ id, title, votes }) => (
                    <li key={id} className={classes.card}>
                      <a className={classes.link} href={`${home}/${id}`} dir="auto">
                        {title}
                      </a>
                      <VoteButton slug={slug} requestId={id} title={title} votes={votes} />
                    </li>
                  ))}
                </ul>
              )}
              {count > requests.length ? (
                <p>
                  <a href={`${home}?status=${status}`}>All {count}</a>
                </p>
              ) : null}
            </section>
          ))}
        </div>
      </Visitor>
      <p className={classes.pager}>
        <a href={home}>Other requests</a>
      </p>
    </ProjectPage>
  );
}

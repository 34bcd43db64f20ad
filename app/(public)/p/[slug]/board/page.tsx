import type { Metadata } from "next";
import { projectWith } from "@/app/(public)/p/[slug]/project";
import classes from "@/lib/ui/public/project/project.module.css";
import { ProjectPage } from "@/lib/ui/public/project/project-page";
import { TASK_WORDS } from "@/lib/ui/public/project/words";

export const metadata: Metadata = { title: "Board" };

export default async function BoardPage({ params }: { params: Promise<{ slug: string }> }) {
  const project = await projectWith((await params).slug, "board");
  const columns = (project.board?.columns ?? []).filter(({ count }) => count > 0);
  return (
    <ProjectPage project={project} current="board" width="wide">
      <h1 className={classes.title}>Board</h1>
      {columns.length === 0 ? (
        <div className={classes.empty}>
          <p>There are no tasks yet.</p>
        </div>
      ) : (
        <div className={classes.columns}>
          {columns.map(({ status, count, tasks }) => (
            <section key={status} className={classes.column} aria-label={TASK_WORDS[status]}>
              <h2>
                {TASK_WORDS[status]}
                <span className={classes.count}>{count}</span>
              </h2>
              <ul className={classes.list}>
                {tasks.map((task) => (
                  <li key={task.number} className={classes.card} dir="auto">
                    <span className={classes.key}>{task.key}</span>
                    {task.title}
                  </li>
                ))}
              </ul>
              {count > tasks.length ? (
                <p className={classes.dimmed}>and {count - tasks.length} more</p>
              ) : null}
            </section>
          ))}
        </div>
      )}
    </ProjectPage>
  );
}

import type { ReactNode } from "react";
import type { z } from "zod";
import type { PublicProject } from "@/lib/projects/public/schema";
import { PublicFrame } from "@/lib/ui/public/frame";
import classes from "@/lib/ui/public/project/project.module.css";
import { VisitorLink } from "@/lib/ui/public/project/visitor-link";

type Part = "overview" | "board" | "roadmap" | "requests";

type Props = {
  project: Pick<z.output<typeof PublicProject>, "slug" | "name" | "tabs">;
  current: Part;
  children: ReactNode;
  width?: "narrow" | "wide";
};

/** What stands above every page of a public project: its name and the way to its other pages. */
export function ProjectPage({ project, current, children, width = "narrow" }: Props) {
  const { slug, name, tabs } = project;
  const home = `/p/${encodeURIComponent(slug)}`;
  const links: [Part, string, string][] = [
    ...(tabs.includes("overview") ? [["overview", "Overview", home] as [Part, string, string]] : []),
    ...(tabs.includes("board") ? [["board", "Board", `${home}/board`] as [Part, string, string]] : []),
    ...(tabs.includes("roadmap")
      ? ([
          ["roadmap", "Roadmap", `${home}/roadmap`],
          ["requests", "Requests", `${home}/requests`],
        ] as [Part, string, string][])
      : []),
  ];
  return (
    <PublicFrame width={width} reportAction={`${home}/report`}>
      <div className={classes.head}>
        {current === "overview" ? (
          <h1 className={classes.name} dir="auto">
            {name}
          </h1>
        ) : (
          <p className={classes.name} dir="auto">
            <a className={classes.home} href={home}>
              {name}
            </a>
          </p>
        )}
        <nav className={classes.tabs} aria-label="Pages of this project">
          {links.map(([part, words, href]) => (
            <a
              key={part}
              className={classes.tab}
              href={href}
              {...(part === current ? { "aria-current": "page" as const } : {})}
            >
              {words}
            </a>
          ))}
          <VisitorLink />
        </nav>
      </div>
      {children}
    </PublicFrame>
  );
}

import type { ReactNode } from "react";
import type { z } from "zod";
import type { PublicProject } from "@/lib/projects/public/schema";
import { PublicFrame } from "@/lib/ui/public/frame";
import { pageColorSheet } from "@/lib/ui/public/page-color";
import head from "@/lib/ui/public/project/head.module.css";
import classes from "@/lib/ui/public/project/project.module.css";
import { VisitorLink } from "@/lib/ui/public/project/visitor-link";
import { Report } from "@/lib/ui/public/report";

type Part = "overview" | "board" | "roadmap" | "requests";

type Props = {
  project: Pick<z.output<typeof PublicProject>, "slug" | "name" | "tabs" | "color" | "has_logo">;
  current: Part;
  children: ReactNode;
  width?: "narrow" | "wide";
};

/** The header of every page of a public project: its name and its tabs. */
export function ProjectPage({ project, current, children, width = "narrow" }: Props) {
  const { slug, name, tabs, color, has_logo } = project;
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
    <PublicFrame width="wide" report={<Report action={`${home}/report`} />} sheet={pageColorSheet(color)}>
      <div className={classes.head}>
        <div className={head.row}>
          {has_logo ? (
            // biome-ignore lint/performance/noImgElement: it is small already, and its size is not known
            <img className={head.logo} src={`${home}/logo`} alt="" height={40} />
          ) : null}
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
          <VisitorLink />
        </div>
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
        </nav>
      </div>
      <div className={width === "narrow" ? head.reading : undefined}>{children}</div>
    </PublicFrame>
  );
}

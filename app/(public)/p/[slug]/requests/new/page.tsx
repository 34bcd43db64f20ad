import type { Metadata } from "next";
import { projectWith } from "@/app/(public)/p/[slug]/project";
import classes from "@/lib/ui/public/project/project.module.css";
import { ProjectPage } from "@/lib/ui/public/project/project-page";
import { RequestForm } from "@/lib/ui/public/project/request-form";

export const metadata: Metadata = { title: "New request", robots: { index: false } };

export default async function NewRequestPage({ params }: { params: Promise<{ slug: string }> }) {
  const { slug } = await params;
  const project = await projectWith(slug, "roadmap");
  return (
    <ProjectPage project={project} current="requests">
      <h1 className={classes.title}>New request</h1>
      <noscript>
        <p>Submitting a request needs JavaScript, because you have to be signed in.</p>
      </noscript>
      <RequestForm slug={slug} categories={project.categories} />
    </ProjectPage>
  );
}

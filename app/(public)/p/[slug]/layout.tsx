import type { Metadata } from "next";
import type { ReactNode } from "react";
import { projectOf } from "@/app/(public)/p/[slug]/project";
import { env } from "@/lib/platform/env";
import { plainText } from "@/lib/ui/light-kit/markdown/read-markdown";

const NOT_FOUND: Metadata = { title: { absolute: "Page not found" }, robots: { index: false } };

type Props = { params: Promise<{ slug: string }> };

export async function generateMetadata({ params }: Props): Promise<Metadata> {
  const project = await projectOf((await params).slug).catch(() => null);
  // The page itself finds out what is wrong. Refused here, it would have no title.
  if (project === null) return NOT_FOUND;
  const description = plainText(project.overview?.description ?? "", 200);
  const feed = `/p/${encodeURIComponent(project.slug)}/feed`;
  return {
    title: { default: project.name, template: `%s · ${project.name}` },
    ...(description === "" ? {} : { description }),
    robots: { index: project.is_indexed, follow: project.is_indexed },
    openGraph: {
      title: project.name,
      type: "website",
      ...(description === "" ? {} : { description }),
      images: [
        { url: `${env().BASE_URL}/p/${encodeURIComponent(project.slug)}/image`, width: 1_200, height: 630 },
      ],
    },
    ...(project.tabs.includes("roadmap")
      ? { alternates: { types: { "application/atom+xml": [{ url: feed, title: "Requests" }] } } }
      : {}),
  };
}

export default function ProjectLayout({ children }: { children: ReactNode }) {
  return children;
}

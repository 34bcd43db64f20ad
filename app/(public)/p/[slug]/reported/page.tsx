import type { Metadata } from "next";
import { projectOf } from "@/app/(public)/p/[slug]/project";
import { PublicNotice } from "@/lib/ui/public/frame";

export const metadata: Metadata = { title: "Thank you", robots: { index: false } };

export default async function ReportedPage({ params }: { params: Promise<{ slug: string }> }) {
  const { slug } = await projectOf((await params).slug);
  return (
    <PublicNotice
      title="Thank you for telling us"
      text="Your report has been sent to the people who run this service."
    >
      <a className="public-button" data-variant="quiet" href={`/p/${encodeURIComponent(slug)}`}>
        Back to the page
      </a>
    </PublicNotice>
  );
}

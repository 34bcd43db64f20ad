import type { Metadata } from "next";
import { PublicNotice } from "@/lib/ui/public/frame";
import { pagePath } from "../visit";

export const metadata: Metadata = {
  title: "Thank you",
  robots: { index: false, follow: false },
  referrer: "no-referrer",
};

export default async function ReportedPage({ params }: { params: Promise<{ token: string }> }) {
  return (
    <PublicNotice
      title="Thank you for telling us"
      text="Your report has been sent to the people who run this service."
    >
      <a className="public-button" data-variant="quiet" href={pagePath((await params).token)}>
        Back to the table
      </a>
    </PublicNotice>
  );
}

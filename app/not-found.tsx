import type { Metadata } from "next";
import { PublicNotice } from "@/lib/ui/public/frame";

export const metadata: Metadata = { title: "Page not found" };

export default function NotFoundPage() {
  return (
    <PublicNotice
      isOurs
      title="There is no page here"
      text="The address may be mistyped, or the page has been removed."
    >
      <a className="public-button" href="/">
        Go to the start page
      </a>
    </PublicNotice>
  );
}

import type { Metadata } from "next";
import { PublicNotice } from "@/lib/ui/public/frame";

export const metadata: Metadata = { title: "Page not found", robots: { index: false } };

/** The same for what never was, what is private and what is over. */
export default function PublicNotFoundPage() {
  return (
    <PublicNotice
      title="There is no page here"
      text="The address may be mistyped, or the page is no longer shared. Ask whoever gave you the link."
    />
  );
}

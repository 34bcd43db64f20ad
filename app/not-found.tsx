import "@/lib/ui/public/frame.css";
import type { Metadata } from "next";
import { PublicNotice } from "@/lib/ui/public/frame";

export const metadata: Metadata = { title: "Page not found" };

export default function NotFoundPage() {
  return (
    <PublicNotice
      title="There is no page here"
      text="The address may be mistyped, or what stood here is gone."
    >
      <a className="public-button" href="/">
        To the start page
      </a>
    </PublicNotice>
  );
}

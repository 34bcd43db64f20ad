import type { Metadata } from "next";

export const metadata: Metadata = { title: "Screenshots" };

export { Screenshots as default } from "@/lib/ui/tracker/screenshots";

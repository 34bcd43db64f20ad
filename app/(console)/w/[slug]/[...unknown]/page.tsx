import type { Metadata } from "next";

export const metadata: Metadata = { title: "Page not found" };

export { UnknownPage as default } from "@/lib/ui/shell/unknown-page";

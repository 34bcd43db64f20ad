import type { Metadata } from "next";

export const metadata: Metadata = { title: "Overview" };

export { Overview as default } from "@/lib/ui/home/overview";

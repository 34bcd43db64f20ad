import type { Metadata } from "next";

export const metadata: Metadata = { title: "New form" };

export { NewForm as default } from "@/lib/ui/forms/new-form";

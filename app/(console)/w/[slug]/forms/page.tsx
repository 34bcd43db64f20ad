import type { Metadata } from "next";

export const metadata: Metadata = { title: "Forms" };

export { FormList as default } from "@/lib/ui/forms/form-list";

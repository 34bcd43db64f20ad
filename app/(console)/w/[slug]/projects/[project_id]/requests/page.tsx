import type { Metadata } from "next";

export const metadata: Metadata = { title: "Requests" };

export { RequestList as default } from "@/lib/ui/projects/requests/request-list";

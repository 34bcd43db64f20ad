import type { Metadata } from "next";

export const metadata: Metadata = { title: "Repositories" };

export { RepositoryList as default } from "@/lib/ui/repositories/repository-list";

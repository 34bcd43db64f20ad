import type { Metadata } from "next";
import { RepositoryList } from "@/lib/ui/repositories/repository-list";

export const metadata: Metadata = { title: "Repositories" };

export default function RepositoriesPage() {
  return <RepositoryList />;
}

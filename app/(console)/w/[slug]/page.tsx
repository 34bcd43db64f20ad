import type { Metadata } from "next";
import { Overview } from "@/lib/ui/home/overview";

export const metadata: Metadata = { title: "Overview" };

export default function OverviewPage() {
  return <Overview />;
}

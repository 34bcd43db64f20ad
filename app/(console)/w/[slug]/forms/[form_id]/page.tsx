import type { Metadata } from "next";
import { LoadedBuilder } from "@/lib/ui/forms/form-editors";

export const metadata: Metadata = { title: "Form" };

export default function FormPage() {
  return <LoadedBuilder />;
}

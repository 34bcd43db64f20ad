import type { Metadata } from "next";

export const metadata: Metadata = { title: "API keys" };

export { ApiKeyList as default } from "@/lib/ui/integrations/api-key-list";

import type { Metadata } from "next";
import { ApiKeyList } from "@/lib/ui/integrations/api-key-list";

export const metadata: Metadata = { title: "API keys" };

export default function ApiKeysPage() {
  return <ApiKeyList />;
}

import { presentProviders } from "@/lib/identity/present";
import { listProviders } from "@/lib/identity/providers";
import { ProviderList } from "@/lib/identity/schema";
import { publicRoute } from "@/lib/routes/public-route";

export const GET = publicRoute({
  summary: "List the sign-in providers and which of them can be used here",
  description: "In the order of the sign-in page. One that lacks settings is listed as unavailable.",
  response: ProviderList,
  handle: async () => presentProviders(listProviders()),
});

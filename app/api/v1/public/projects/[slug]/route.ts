import { getPublicProject } from "@/lib/projects/public/get-public-project";
import { PublicProject } from "@/lib/projects/public/schema";
import { PageParams } from "@/lib/projects/requests/schema";
import { publicRoute } from "@/lib/routes/public-route";

export const GET = publicRoute({
  summary: "A project's public page",
  description: "Its description, its board and roadmap as far as they are shown, and what visitors may do.",
  knowsCaller: true,
  params: PageParams,
  response: PublicProject,
  errors: ["not_found"],
  revalidates: true,
  handle: ({ params, actor }) => getPublicProject(params.slug, actor),
});

import { reportForm } from "@/lib/forms/public/report-form";
import { PublicFormParams, ReportForm } from "@/lib/forms/schema";
import { countedIp } from "@/lib/http/client-ip";
import { publicRoute } from "@/lib/routes/public-route";

export const POST = publicRoute({
  summary: "Report a public form as abuse",
  description: "It is noted in the workspace's audit trail and in the log of the service.",
  params: PublicFormParams,
  body: ReportForm,
  errors: ["not_found", "too_many_requests"],
  handle: ({ request, params, body, now }) => reportForm(params.form_id, body, countedIp(request), now),
});

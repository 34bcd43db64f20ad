import { PublicFormParams } from "@/lib/forms/schema";
import { presignFormUpload } from "@/lib/forms/uploads/presign-upload";
import { PresignedUpload, PresignUpload } from "@/lib/forms/uploads/schema";
import { countedIp } from "@/lib/http/client-ip";
import { allowingOrigins } from "@/lib/routes/allow-origins";
import { publicRoute } from "@/lib/routes/public-route";

export const POST = allowingOrigins(
  publicRoute({
    summary: "A URL to upload the file of a file field to",
    description:
      "The field's answer is then the `upload_id`. The file is checked after the upload, by its bytes.",
    params: PublicFormParams,
    body: PresignUpload,
    response: PresignedUpload,
    status: 201,
    errors: ["not_found", "conflict", "too_many_requests", "not_configured"],
    handle: ({ request, params, body, now }) =>
      presignFormUpload(params.form_id, body, countedIp(request), now),
  }),
);

export const OPTIONS = allowingOrigins(
  publicRoute({
    summary: "Answer a browser's CORS preflight for file uploads",
    description:
      "A CORS preflight: browsers send it by themselves. Only sites that the form names are let in.",
    params: PublicFormParams,
    handle: async () => {},
  }),
);

import { AppError, STATUS_OF_CODE } from "@/lib/http/app-error";
import { countedIp } from "@/lib/http/client-ip";
import { BODY_BYTES_MAX, readBytes } from "@/lib/http/request-body";
import { reportProject } from "@/lib/projects/public/report-project";

type Context = { params: Promise<{ slug: string }> };

/** Takes a report as the frame's plain form posts it. */
export async function POST(request: Request, { params }: Context): Promise<Response> {
  try {
    const { slug } = await params;
    const fields = new URLSearchParams((await readBytes(request, BODY_BYTES_MAX)).toString("utf8"));
    await reportProject(slug, Object.fromEntries(fields), countedIp(request), new Date());
    const headers = { Location: `/p/${encodeURIComponent(slug)}/reported`, "Cache-Control": "no-store" };
    return new Response(null, { status: 303, headers });
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    return new Response(error.message, { status: STATUS_OF_CODE[error.code] });
  }
}

import { AppError, STATUS_OF_CODE } from "@/lib/http/app-error";
import { countedIp } from "@/lib/http/client-ip";
import { BODY_BYTES_MAX, readBytes } from "@/lib/http/request-body";
import { reportTable } from "@/lib/tables/shared/report-table";
import { openVisit, pagePath, tooManyVisits } from "../visit";

type Context = { params: Promise<{ token: string }> };

/** Takes a report as the frame's plain form posts it, from whoever may see the table. */
export async function POST(request: Request, { params }: Context): Promise<Response> {
  const { token } = await params;
  const visit = await openVisit(token);
  if (visit.kind === "busy") return tooManyVisits(visit);
  if (visit.kind === "locked") return new Response("Password required", { status: 403 });
  try {
    const fields = new URLSearchParams((await readBytes(request, BODY_BYTES_MAX)).toString("utf8"));
    await reportTable(visit.scope, Object.fromEntries(fields), countedIp(request), new Date());
    const headers = { Location: `${pagePath(token)}/reported`, "Cache-Control": "private, no-store" };
    return new Response(null, { status: 303, headers });
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    return new Response(error.message, { status: STATUS_OF_CODE[error.code] });
  }
}

import { logoAnswer } from "@/lib/http/logo";
import { getLogo } from "@/lib/projects/requests/get-logo";
import { answerOf, type Context } from "../answer-of";

/** The logo of a project's page. */
export const GET = (_request: Request, context: Context): Promise<Response> =>
  answerOf(context, async (slug) => logoAnswer(await getLogo(slug)));

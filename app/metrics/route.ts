import { answerMetrics } from "@/lib/metrics/answer-metrics";

export const GET = (request: Request) => answerMetrics(request, "web");

import { inngestEndpoint } from "@/lib/jobs/inngest";
import { catalogue } from "@/lib/server/catalogue";

/** In s, for hosts that end requests: more than INNGEST_RUN_S, by which a run ends itself. */
export const maxDuration = 60;

const endpoint = inngestEndpoint(catalogue);

export const GET = endpoint;
export const POST = endpoint;
export const PUT = endpoint;

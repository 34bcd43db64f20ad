import { inngestEndpoint } from "@/lib/jobs/inngest";
import { catalogue } from "@/lib/server/catalogue";

const endpoint = inngestEndpoint(catalogue);

export const GET = endpoint;
export const POST = endpoint;
export const PUT = endpoint;

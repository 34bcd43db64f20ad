import { inngestEndpoint } from "@/lib/jobs/inngest";

const endpoint = inngestEndpoint();

export const GET = endpoint;
export const POST = endpoint;
export const PUT = endpoint;

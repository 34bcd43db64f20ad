import { request } from "undici";
import { z } from "zod";
import { SNS_CONFIRM_ATTEMPTS_MAX, SNS_CONFIRM_MS_MAX } from "@/lib/inbound/email/limits";
import { isSubscribeUrl } from "@/lib/inbound/email/sns-rules";
import { defineJob } from "@/lib/jobs/define-job";

/** Tells the notification service that its messages are wanted here. No redirect is followed. */
export const confirmSnsSubscription = defineJob({
  name: "inbound.confirm-sns-subscription",
  payload: z.object({ url: z.string().refine(isSubscribeUrl) }),
  attemptsMax: SNS_CONFIRM_ATTEMPTS_MAX,
  async handler({ url }) {
    const { statusCode, body } = await request(url, { signal: AbortSignal.timeout(SNS_CONFIRM_MS_MAX) });
    await body.dump();
    if (statusCode !== 200) throw new Error(`The subscription was not confirmed: ${statusCode}`);
    return undefined;
  },
});

import type { Metadata } from "next";
import { env } from "@/lib/platform/env";
import {
  DELIVERY_ATTEMPTS_MAX,
  FAILING_DAYS_MAX,
  HELD_EVENTS_MAX,
  REQUEST_TIMEOUT_MS,
  RETRY_JITTER,
} from "@/lib/webhooks/limits";
import { CodeSample } from "../code-sample";
import classes from "../docs.module.css";
import { FieldList } from "../field-list";
import { Paragraphs, Section } from "../guide";
import { describeSent, readSnippets, retryWaits, SNIPPETS } from "./guide";

export const metadata: Metadata = { title: "Receive webhooks" };

/** What is promised to those who receive our webhooks, and how they tell that a request is ours. */
export default async function ReceiveWebhooksPage() {
  const { WEBHOOK_RETRY_INITIAL_SECONDS } = env();
  const [{ headers, envelope, events, request }, snippets] = await Promise.all([
    describeSent(),
    readSnippets(),
  ]);
  const waits = retryWaits(WEBHOOK_RETRY_INITIAL_SECONDS);
  const answerS = REQUEST_TIMEOUT_MS / 1000;
  return (
    <>
      <h1 className={classes.title}>Receive webhooks</h1>
      <Paragraphs
        texts={[
          "When something happens in a workspace, the service posts it to every URL that is subscribed to it. Add one under **Webhooks** in the console, or with `POST /workspaces/{workspace_id}/crm/webhooks`; only that response contains the secret.",
        ]}
      />
      <Section id="request" title="The request">
        <CodeSample title="An example request" text={request} />
        <h3 className={classes.guideTitle}>Headers</h3>
        <FieldList fields={headers} />
        <h3 className={classes.guideTitle}>Body</h3>
        <FieldList fields={envelope} />
      </Section>
      <Section id="answer" title="Answer it">
        <Paragraphs
          texts={[
            `Answer with any 2xx within ${answerS} seconds, and do the work afterwards. Anything else counts as a failure: another status, a redirect (it is not followed), or no answer in time.`,
            "Answer `410` to stop: it switches the webhook off. Answer `429` or `503` with `Retry-After` when you are busy: the next attempt waits at least that long, up to the longest wait.",
          ]}
        />
      </Section>
      <Section id="retries" title="Retries">
        <Paragraphs
          texts={[
            `An event is tried up to ${DELIVERY_ATTEMPTS_MAX} times. The waits between the attempts: ${waits.join(", ")}; each may be up to ${RETRY_JITTER * 100}% longer, at random.`,
            `A webhook is switched off when every attempt has failed for ${FAILING_DAYS_MAX} days. The people who manage it are notified before that. Events that happen while it is off are held (the newest ${HELD_EVENTS_MAX.toLocaleString("en")}) and can be sent or discarded once it is on again.`,
            "The console lists every delivery under its webhook, with each attempt and your answer, and can send it again.",
          ]}
        />
      </Section>
      <Section id="twice" title="At least once, in any order">
        <Paragraphs
          texts={[
            "An event may arrive more than once: if your answer is lost, or if someone sends it again. `webhook-id` and the body’s `id` are the same each time. Store the id together with your work, and skip ids that you have seen.",
            "Events may arrive out of order, above all after a retry. Compare `created_at` with that of the last event you processed for the same object, or ask the API for its current state.",
          ]}
        />
      </Section>
      <Section id="verify" title="Verify the signature">
        <Paragraphs
          texts={[
            "Anyone can post to your URL, so verify a signature before you trust a request. Verify it over the raw bytes of the body: parsed and written again, they may differ by a space.",
            "`webhook-signature` follows the Standard Webhooks specification, 1.0, so its libraries verify it. It is `v1,` and, in base64, the HMAC-SHA256 of `<webhook-id>.<webhook-timestamp>.<body>`; the key is the part of the secret after `whsec_`, decoded from base64, or the bytes of your own secret if it is not base64. There may be several signatures separated by spaces; one of them has to match. Refuse timestamps that are more than five minutes off, so that nobody can replay an old request.",
            "`X-Svc-Signature` is `sha256=` and, in hexadecimal, the HMAC-SHA256 of the body alone; the key is the secret exactly as it was shown. It is simpler, and can’t tell an old request from a new one.",
            "After you rotate the secret, every attempt is signed with the new one only: update your server at once.",
          ]}
        />
        {SNIPPETS.map(({ title }, index) => (
          <CodeSample key={title} title={title} text={snippets[index] ?? ""} />
        ))}
        <CodeSample
          title="X-Svc-Signature in a shell, for comparison"
          text={`printf 'sha256=%s\\n' "$(openssl dgst -sha256 -hmac "$WEBHOOK_SECRET" -r < body | cut -d ' ' -f 1)"`}
        />
      </Section>
      <Section id="events" title="Events">
        <Paragraphs
          texts={[
            "The content of `data`, by the event’s type. Events gain fields over time: ignore those that you don’t know.",
          ]}
        />
        {events.map(({ type, summary, description, fields }) => (
          <section key={type} id={type} aria-labelledby={`${type}-title`}>
            <h3 id={`${type}-title`} className={classes.guideTitle}>
              <code>{type}</code>
            </h3>
            <Paragraphs texts={[`${summary}. ${description}`]} />
            <FieldList fields={fields} />
          </section>
        ))}
      </Section>
    </>
  );
}

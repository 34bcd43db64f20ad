"use client";

import { SegmentedControl, Text } from "@mantine/core";
import { useState } from "react";
import { Card } from "@/lib/ui/kit/cards/card";
import { CodeBlock } from "@/lib/ui/kit/copy/code-block";
import page from "@/lib/ui/kit/lists/list-page.module.css";
import { DELIVERY_ATTEMPTS_MAX, REQUEST_TIMEOUT_MS, RETRY_FACTOR } from "@/lib/webhooks/limits";
import classes from "./webhooks.module.css";

const LANGUAGES = {
  node: { label: "Node", verify: "verify.mjs", server: "server.mjs" },
  python: { label: "Python", verify: "verify.py", server: "server.py" },
};

type Language = keyof typeof LANGUAGES;
const isLanguage = (text: string): text is Language => text in LANGUAGES;

type Props = {
  /** The files' contents, by name. */
  files: Readonly<Record<string, string>>;
};

/** How a subscriber verifies that a request comes from here, in the reader's programming language. */
export function VerifySignatures({ files }: Props) {
  const [language, setLanguage] = useState<Language>("node");
  const { verify, server } = LANGUAGES[language];
  return (
    <div className={page.stack} style={{ maxWidth: "60rem" }}>
      <Card
        id="verify"
        title="Verify in your language"
        note="Needs nothing but the standard library. Signatures follow Standard Webhooks, so its libraries work too."
        action={
          <SegmentedControl
            aria-label="Language"
            size="xs"
            data={Object.entries(LANGUAGES).map(([value, { label }]) => ({ value, label }))}
            value={language}
            onChange={(value) => {
              if (isLanguage(value)) setLanguage(value);
            }}
          />
        }
      >
        <div className={page.stack}>
          <CodeBlock title={verify} text={files[verify] ?? ""} isTall />
          <CodeBlock title={server} text={files[server] ?? ""} isTall />
        </div>
      </Card>
      <Card id="rules" title="What a subscriber can count on">
        <ul className={classes.prose}>
          <li>
            Verify the raw bytes of the body. Parsed and serialised again, they may differ by a space, and the
            signature no longer matches.
          </li>
          <li>
            Answer with any 2xx within {REQUEST_TIMEOUT_MS / 1000} seconds and do the work afterwards.
            Redirects are not followed.
          </li>
          <li>
            Anything else is tried again, up to {DELIVERY_ATTEMPTS_MAX} times in all, each wait {RETRY_FACTOR}{" "}
            times as long as the one before; <code>Retry-After</code> can lengthen it. <code>410</code>{" "}
            switches the webhook off.
          </li>
          <li>
            An event may arrive twice, and events may arrive out of order. <code>webhook-id</code> is the same
            in every attempt: keep it to tell what you have seen.
          </li>
          <li>
            <code>X-Svc-Signature</code> is <code>sha256=</code> and the HMAC-SHA256 of the body alone, in
            hexadecimal, keyed by the secret exactly as it was shown. It is the simpler check, and can't tell
            an old request from a new one.
          </li>
        </ul>
        <Text size="sm" c="dimmed" mt="md">
          The secret was shown when the webhook was created. If you lost it, rotate it in the settings.
        </Text>
      </Card>
    </div>
  );
}

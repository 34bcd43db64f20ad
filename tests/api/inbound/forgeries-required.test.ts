import { describeForgeries } from "@/tests/support/inbound-forgeries";
import { SENDER_SETTINGS } from "@/tests/support/inbound-senders";

Object.assign(process.env, SENDER_SETTINGS, { WEBHOOKS_REQUIRE_SIGNATURE: "true" });

describeForgeries(true);

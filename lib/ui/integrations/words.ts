import type { Integration, ReceivedDelivery } from "@/lib/ui/integrations/queries";
import type { Tone } from "@/lib/ui/kit/status/status";

/** A delivery's outcome, and its tone. */
export const OUTCOMES: Record<ReceivedDelivery["status"], { label: string; tone: Tone }> = {
  processed: { label: "Handled", tone: "good" },
  pending: { label: "Waiting", tone: "busy" },
  retrying: { label: "Trying again", tone: "warn" },
  failed: { label: "Failed", tone: "bad" },
  ignored: { label: "Ignored", tone: "calm" },
};

/** How certain a delivery's sender is. */
export const VERDICTS: Record<ReceivedDelivery["verification"], { label: string; meaning: string }> = {
  verified: {
    label: "Verified",
    meaning: "Its signature is valid, so it came from the provider unaltered.",
  },
  unsigned: {
    label: "Unsigned",
    meaning: "It came without a signature: anyone could have sent it.",
  },
  off: {
    label: "Not verified",
    meaning: "There was no secret to verify it with: anyone could have sent it.",
  },
};

/** `meaning` is null where the page says it once for all providers. */
type Standing = { label: string; meaning: string | null; tone: Tone };

/** How deliveries of a provider are verified, and what that means. */
export function standingOf(
  integration: Pick<Integration, "verification" | "is_configured" | "believes_unsigned">,
): Standing {
  if (integration.verification === "off") {
    return { label: "Verification off", meaning: null, tone: "bad" };
  }
  if (!integration.is_configured) {
    return {
      label: "Refuses everything",
      meaning: "Signatures are required, but there is no secret to verify them with.",
      tone: "bad",
    };
  }
  if (integration.verification === "required") {
    return {
      label: "Verification on",
      meaning: "Signed deliveries are accepted, and all others are refused.",
      tone: "good",
    };
  }
  return integration.believes_unsigned
    ? {
        label: "Verification optional",
        meaning: "Signatures are verified where present; deliveries without one are trusted.",
        tone: "warn",
      }
    : {
        label: "Verification optional",
        meaning: "Signed deliveries are verified. Unsigned ones are logged without their body, and ignored.",
        tone: "good",
      };
}

const REASONS: ReadonlyMap<string, string> = new Map([
  [
    "unsigned",
    "It came without a signature. Have the provider sign with the secret that is set on the server.",
  ],
  [
    "unsigned_too_large",
    "Nobody could verify it, and its body is over 64 KiB. Set the provider's secret on the server.",
  ],
  ["unsupported_event", "Nothing here uses events of this kind."],
  ["missing_fields", "It lacks data that an event of this kind needs."],
  ["no_workspace", "It names no workspace of this service."],
]);

/** Why a delivery was ignored, in a sentence; the reason's code if it is unknown. */
export function reasonOf(reason: string): string {
  return REASONS.get(reason) ?? `${reason.charAt(0).toUpperCase()}${reason.slice(1).replaceAll("_", " ")}.`;
}

const UNITS = ["byte", "kilobyte", "megabyte"] as const;

/** `512 bytes`, `12 kB`, `1.4 MB`, in the reader's locale. */
export function formatBytes(bytes: number, locale: string): string {
  const step = bytes < 1_000 ? 0 : bytes < 1_000_000 ? 1 : 2;
  return new Intl.NumberFormat(locale, {
    style: "unit",
    unit: UNITS[step] ?? "byte",
    // The short form has no plural.
    unitDisplay: step === 0 ? "long" : "short",
    maximumFractionDigits: step === 2 ? 1 : 0,
  }).format(bytes / 1_000 ** step);
}

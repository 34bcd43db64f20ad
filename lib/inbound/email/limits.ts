export const MAILGUN_SIGNATURE_AGE_S_MAX = 300;
/** Longer than the day for which the provider repeats what was not taken, with the signature of its first attempt. */
export const SENDGRID_SIGNATURE_AGE_S_MAX = 90_000;
export const SNS_MESSAGE_AGE_S_MAX = 90_000;
/** How far ahead of ours a provider's clock may be. */
export const CLOCK_AHEAD_S_MAX = 300;
export const SNS_CERTIFICATE_MS_MAX = 5_000;
/** A certificate has about 2 KiB. */
export const SNS_CERTIFICATE_BYTES_MAX = 65_536;
export const SNS_CERTIFICATES_KEPT_MAX = 20;
export const SNS_CONFIRM_MS_MAX = 10_000;
export const SNS_CONFIRM_ATTEMPTS_MAX = 5;

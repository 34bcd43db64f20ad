<?php

const TOLERANCE_SECONDS = 300;

/**
 * Throws unless a request was signed with your webhook's secret within the last five minutes.
 * $body is the raw body, as file_get_contents('php://input') has it; $headers has lower-case names.
 */
function verify(string $secret, array $headers, string $body): void
{
    $id = $headers['webhook-id'] ?? '';
    $timestamp = $headers['webhook-timestamp'] ?? '';
    $signatures = $headers['webhook-signature'] ?? '';
    if ($id === '' || $timestamp === '' || $signatures === '') {
        throw new RuntimeException('A signature header is missing');
    }

    if (!ctype_digit($timestamp) || abs(time() - (int) $timestamp) > TOLERANCE_SECONDS) {
        throw new RuntimeException('The timestamp is too far from now');
    }

    $hmac = hash_hmac('sha256', "$id.$timestamp.$body", key_of($secret), true);
    $expected = 'v1,' . base64_encode($hmac);
    foreach (explode(' ', $signatures) as $signature) {
        if (hash_equals($expected, $signature)) {
            return;
        }
    }
    throw new RuntimeException('The signature does not match');
}

/** Secrets are base64 after `whsec_`; one of your own that is not is used as it stands. */
function key_of(string $secret): string
{
    $encoded = str_starts_with($secret, 'whsec_') ? substr($secret, 6) : $secret;
    $base64 = '~\A(?:[A-Za-z0-9+/]{4})*(?:[A-Za-z0-9+/]{2}==|[A-Za-z0-9+/]{3}=)?\z~';
    return preg_match($base64, $encoded) === 1 ? base64_decode($encoded) : $secret;
}

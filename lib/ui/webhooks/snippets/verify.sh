#!/bin/sh
# verify.sh SECRET ID TIMESTAMP SIGNATURES < body
# Fails unless a request was signed with your webhook's secret within the last five minutes. The last three arguments are
# the headers webhook-id, webhook-timestamp and webhook-signature; its input is the raw body. Needs openssl.
set -euf

TOLERANCE_SECONDS=300
secret=$1 id=$2 timestamp=$3 signatures=$4

refuse() {
  echo "$1" >&2
  exit 1
}

# Secrets are base64 after `whsec_`; one of your own that is not is used as it stands.
key_in_hex() {
  encoded=${secret#whsec_}
  if printf %s "$encoded" | grep -Eqx '([A-Za-z0-9+/]{4})*([A-Za-z0-9+/]{2}==|[A-Za-z0-9+/]{3}=)?'; then
    printf %s "$encoded" | openssl base64 -d -A
  else
    printf %s "$secret"
  fi | od -An -v -tx1 | tr -d ' \n'
}

# Of equal length and told by nothing but the text: comparing two of them tells nothing of the text by its time.
digest() {
  printf %s "$1" | openssl dgst -sha256 -r
}

[ -n "$id" ] && [ -n "$timestamp" ] && [ -n "$signatures" ] || refuse "A signature header is missing"

case $timestamp in *[!0-9]* | ????????????*) refuse "The timestamp is too far from now" ;; esac
age=$(($(date +%s) - timestamp))
[ "$age" -le "$TOLERANCE_SECONDS" ] && [ "$age" -ge "-$TOLERANCE_SECONDS" ] || refuse "The timestamp is too far from now"

mac=$({ printf '%s.%s.' "$id" "$timestamp" && cat; } |
  openssl dgst -sha256 -mac HMAC -macopt "hexkey:$(key_in_hex)" -binary | openssl base64 -A)
for signature in $signatures; do
  [ "$(digest "$signature")" = "$(digest "v1,$mac")" ] && exit 0
done
refuse "The signature does not match"

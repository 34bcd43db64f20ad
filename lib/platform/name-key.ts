/** A name, label or word as it is compared: without case, and with each accent written in the same way, composed or not. */
export function nameKey(text: string): string {
  return text.toLowerCase().normalize("NFC");
}

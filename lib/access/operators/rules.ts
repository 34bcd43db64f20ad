/**
 * Whether an address is among the operators'. Only an address that a provider verified counts: whoever merely says that
 * it is theirs is nobody.
 */
export function isOperatorAddress(
  { email, emailVerified }: { email: string | null; emailVerified: boolean },
  operatorEmails: readonly string[],
): boolean {
  return emailVerified && email !== null && operatorEmails.includes(email.toLowerCase());
}

/** Whether an address is an operator's. Only an address verified by a provider counts: anybody can claim one. */
export function isOperatorAddress(
  { email, emailVerified }: { email: string | null; emailVerified: boolean },
  operatorEmails: readonly string[],
): boolean {
  return emailVerified && email !== null && operatorEmails.includes(email.toLowerCase());
}

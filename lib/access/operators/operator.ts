import type { Actor } from "@/lib/access/actor";
import { AppError } from "@/lib/http/app-error";
import { env } from "@/lib/platform/env";

declare const proven: unique symbol;

/**
 * Proof that an actor is an operator. Only `requireOperator()` creates one, and every store function that works across
 * all workspaces takes one first.
 */
export type Operator = { readonly [proven]: true; readonly actor: Actor };

type Person = { email: string | null; emailVerified: boolean };

/** Whether somebody is an operator: OPERATOR_EMAILS lists their address, and a provider verified it. */
export function isOperator({ email, emailVerified }: Person): boolean {
  return emailVerified && email !== null && env().OPERATOR_EMAILS.includes(email.toLowerCase());
}

/** @throws AppError forbidden for anybody else */
export function requireOperator(actor: Actor, developer: Person): Operator {
  if (!isOperator(developer)) throw new AppError("forbidden", "Only operators of this service may do this");
  return { actor } as Operator;
}

import { BLOCKED_PORT } from "@/lib/server/ports";

/** What a check says: that a thing is as it should be, what is wrong and what to do, or that it could not be tried. */
export type Finding = {
  verdict: "ok" | "wrong" | "untried";
  /** The setting to look at. */
  setting: string;
  line: string;
};

export const ok = (setting: string, line: string): Finding => ({ verdict: "ok", setting, line });
export const wrong = (setting: string, line: string): Finding => ({ verdict: "wrong", setting, line });
export const untried = (setting: string, line: string): Finding => ({ verdict: "untried", setting, line });

const NETWORK: Readonly<Record<string, string>> = {
  ECONNREFUSED: "nothing listens there",
  ECONNRESET: "it hangs up",
  ENOTFOUND: "no such host",
  EAI_AGAIN: "the name can't be resolved",
  EDNS: "no such host",
  EHOSTUNREACH: "no route leads there",
  ENETUNREACH: "no route leads there",
  ETIMEDOUT: "it does not answer in time",
  ECONNECTION: "it can't be connected to",
  ESOCKET: "it can't be connected to",
  UND_ERR_CONNECT_TIMEOUT: "it does not answer in time",
  CERT_HAS_EXPIRED: "its certificate has expired",
  DEPTH_ZERO_SELF_SIGNED_CERT: "its certificate is self-signed",
  SELF_SIGNED_CERT_IN_CHAIN: "its certificate is self-signed",
  UNABLE_TO_VERIFY_LEAF_SIGNATURE: "its certificate can't be verified",
  ERR_TLS_CERT_ALTNAME_INVALID: "its certificate is for another name",
  [BLOCKED_PORT]: "browsers refuse this port",
};

/** The code of an error, or of what caused it: `fetch` and several tries at once wrap theirs. */
function codeOf(error: unknown): string | undefined {
  const { code, cause, errors, name, message } = (error ?? {}) as {
    code?: string;
    cause?: unknown;
    errors?: unknown[];
    name?: string;
    message?: string;
  };
  if (name === "TimeoutError") return "ETIMEDOUT";
  if (message === BLOCKED_PORT) return message;
  return code ?? (errors?.length ? codeOf(errors[0]) : cause ? codeOf(cause) : undefined);
}

/** Whether an error says that something can't be reached. */
export function isNetworkError(error: unknown): boolean {
  return NETWORK[codeOf(error) ?? ""] !== undefined;
}

/** Why something can't be reached, in words; never what was sent, which may hold a secret. */
export function reasonOf(error: unknown): string {
  const code = codeOf(error);
  const known = code === undefined ? undefined : NETWORK[code];
  return known ?? code ?? (error as Error | undefined)?.name ?? "it failed";
}

import type { oas31 } from "zod-openapi";

/**
 * A way in which requests prove who sends them, under the name that the API reference gives it; null where they may come
 * without any proof.
 */
export type Proof = { name: string; scheme: oas31.SecuritySchemeObject } | null;

import type { z } from "zod";
import type { Kept } from "@/lib/http/large-bodies";
import type { Proof } from "@/lib/http/proof";
import type { Db, Prisma } from "@/lib/platform/database";

/** What a provider sent, before anything of it is trusted. */
type Message = { bytes: Buffer; headers: Headers };

/** Whether a signature is right; `None` where there may be none. */
type Verdict<None = never> = Promise<boolean | None> | boolean | None;

/**
 * Where a provider puts its signature, and how that is verified. It is looked for in that place alone, and once: what
 * has none there is unsigned, however its body is packed. `verify` is only called when `isConfigured()`, and what it
 * reads is not to be trusted before it answers true.
 */
export type Signature =
  /** Over the bytes as they came, before anything is unpacked; `verify` is only called of what `isSigned`. */
  | { place: "headers"; isSigned(headers: Headers): boolean; verify(message: Message, now: Date): Verdict }
  /** In the body as the provider's `parse` made it of the unpacked bytes. */
  | { place: "body"; verify(body: unknown, now: Date): Verdict<null> };

/** What a provider sends, for the API reference. */
export type Sent = {
  /** Where its signature stands in a header; null for one that signs in its body. */
  proof: Proof;
  /** The other headers that are read. */
  headers?: z.ZodObject;
  /** What its bodies have in common. */
  body: z.ZodType;
  /** A body that is accepted. */
  example: unknown;
  /** The same as a form, where it is sent as one. */
  form?: { body: z.ZodType; example: unknown };
};

/** What can be read from a delivery before its job runs: cheaply, because the provider waits for the response. */
export type Reading = {
  /** The provider's own id of the delivery; null where it sends none, then it is known by a hash of its bytes. */
  deliveryId: string | null;
  /** What happened, in the provider's words: `pull_request.opened`. */
  event: string;
  /** What it is about, for people: `acme/website`. */
  subject?: string | null;
  /** Why nothing is done with it, as `unsupported_event`; null where the job is to handle it. */
  ignored: string | null;
  /**
   * A query with one column `workspace_id`: the workspaces that the delivery concerns. They see it in their log, and no
   * other workspace does. It becomes part of the statement that stores the delivery, so it comes from a store.
   */
  audience?: Prisma.Sql;
  /** Whether the whole body is the business of everyone in the audience. Default false: they see all but the body. */
  showsBody?: boolean;
};

/** A delivery as its job sees it. */
export type Delivery = {
  /** Our id of it. */
  id: string;
  /** The provider's id of it, or a hash in its place. */
  externalId: string;
  /** As the provider's `read` named it. */
  event: string;
  /** What the provider's `parse` made of the bytes. */
  body: unknown;
  receivedAt: Date;
  /** Whether all of it was done before: somebody has it replayed. */
  wasHandled: boolean;
};

/**
 * One kind of sender of webhooks. To add a provider: write one file that defines it and list it in `registry.ts`;
 * one that is no mail provider declares its route with `receiveDelivery`. `Answer` is what it may answer in its own words (see `answer`).
 */
export type InboundProvider<Answer = never> = {
  /** Lower case, unique; part of the key that identifies deliveries. */
  name: string;
  /** As people know it. */
  title: string;
  /** Where it posts to, below the base URL. */
  path: string;
  /** The settings that turn its verification on, for the warning at start. */
  settings: readonly string[];
  /** Whether the settings that verification needs are there. */
  isConfigured(): boolean;
  /**
   * Whether what comes unsigned is acted on while signatures are not demanded, as the requirements want of the code
   * host. Default false: it is answered and dropped.
   */
  believesUnsigned?: true;
  signature: Signature;
  sent: Sent;
  /** The body as `read`, `answer` and `handle` get it. Default: JSON. @throws AppError bad_request */
  parse?(bytes: Buffer): unknown;
  /**
   * Of a JSON body all that `read` and `handle` look at. Bodies over 1 MiB are parsed off the main thread, and no more
   * than this comes back of them; of unverified ones over 64 KiB no more is kept. For providers whose bodies may be large.
   */
  keeps?: Kept;
  /** The form field that carries the JSON where a message is sent as a form; without it bodies are never read as forms. */
  formField?: string;
  /** Headers worth keeping beside content-type and user-agent. Never one that holds a secret or a signature. */
  headersKept: readonly string[];
  /**
   * What the delivery is. Never throws: a known event that lacks what is needed is `ignored: "missing_fields"`.
   */
  read(body: unknown, headers: Headers, now: Date): Reading;
  /**
   * An answer of its own to what asks for one (a handshake, a command), after verification; nothing is recorded then.
   * Null for everything else.
   */
  answer?(body: unknown, now: Date): Promise<Answer | null>;
  /**
   * Does the work of a delivery, in the transaction that marks it processed: what it changes by `tx` happens exactly
   * once. Work beyond the database goes into jobs enqueued by `tx`. A throw is retried, and shown on the delivery. A replay
   * does nothing a second time.
   */
  handle(delivery: Delivery, tx: Db, now: Date): Promise<void>;
};

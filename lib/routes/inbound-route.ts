import { z } from "zod";
import type { Proof } from "@/lib/http/proof";
import { readBytes } from "@/lib/http/request-body";
import {
  type AnyDeclaration,
  type Declaration,
  type Input,
  parseInput,
  type ResponseSpec,
  type Result,
  type Route,
  route,
} from "@/lib/routes/route";

type Schema = z.ZodType | undefined;

/** A provider that posts to a route, as the API reference describes it. */
type Sender = {
  name: string;
  sent: {
    proof: Proof;
    headers?: z.ZodObject;
    body: z.ZodType;
    example: unknown;
    form?: { body: z.ZodType; example: unknown };
  };
};

/** What the reference says about the senders: each body with an example under its sender's name. */
function describeSenders(senders: readonly Sender[]): Partial<AnyDeclaration> {
  const among = (bodies: z.ZodType[]) => (bodies.length === 1 && bodies[0] ? bodies[0] : z.union(bodies));
  const examples = (sent: (sender: Sender) => unknown) =>
    Object.fromEntries(senders.map((sender) => [sender.name, sent(sender)]));
  const forms = senders.flatMap(({ sent }) => (sent.form ? [sent.form.body] : []));
  return {
    proofs: senders.map(({ sent }) => sent.proof),
    requestHeaders: z.object(Object.assign({}, ...senders.map(({ sent }) => sent.headers?.shape))),
    sends: {
      "application/json": {
        body: among(senders.map(({ sent }) => sent.body)),
        examples: examples(({ sent }) => sent.example),
      },
      ...(forms.length > 0
        ? {
            "application/x-www-form-urlencoded": {
              body: among(forms),
              examples: examples(({ sent }) => sent.form?.example),
            },
          }
        : {}),
    },
  };
}

/**
 * A route that outside providers post to. The handler gets the raw bytes, because signatures are computed over bytes:
 * nothing is decoded before they are verified.
 */
export function inboundRoute<
  P extends Schema = undefined,
  Q extends Schema = undefined,
  R extends ResponseSpec = undefined,
>(
  declaration: Omit<Declaration<P, Q, undefined, R>, "body"> & {
    /** The providers that post here. */
    from: readonly Sender[];
    bodyBytesMax: number;
    /**
     * Checks a request before its body is read.
     * @throws AppError if it is refused
     */
    admit(request: Request, params: Input<P, Q, undefined>["params"]): void;
    handle(input: Omit<Input<P, Q, undefined>, "body"> & { bytes: Buffer }): Promise<Result<R>>;
  },
): Route<P, Q, undefined, R> {
  const declared = { ...declaration, ...describeSenders(declaration.from) } as AnyDeclaration;
  return route("inbound", declared, async (request, { now, params }) => {
    const input = await parseInput({ ...declaration, body: undefined }, request, params);
    declaration.admit(request, input.params);
    const bytes = await readBytes(request, declaration.bodyBytesMax);
    return declaration.handle({ ...input, request, now, bytes });
  }) as Route<P, Q, undefined, R>;
}

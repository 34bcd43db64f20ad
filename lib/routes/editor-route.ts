import type { z } from "zod";
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
import { authenticateEditor, EDITOR_PROOFS, type Editor } from "@/lib/tracker/editors/authenticate-editor";

type Schema = z.ZodType | undefined;

/**
 * A route for editor plugins, which call it with a device's editor key: the key gives access to these routes only, and
 * nothing else does. The handler gets `editor`, which identifies the device.
 */
export function editorRoute<
  P extends Schema = undefined,
  Q extends Schema = undefined,
  B extends Schema = undefined,
  R extends ResponseSpec = undefined,
>(
  declaration: Declaration<P, Q, B, R> & {
    handle(input: Input<P, Q, B> & { editor: Editor }): Promise<Result<R>>;
  },
): Route<P, Q, B, R> {
  const declared = { ...declaration, proofs: EDITOR_PROOFS } as AnyDeclaration;
  return route("editor", declared, async (request, { now, origin, params }) => {
    const editor = await authenticateEditor(request, now, origin);
    const input = await parseInput(declaration, request, params);
    return declaration.handle({ ...input, request, now, editor });
  }) as Route<P, Q, B, R>;
}

import { parseInput, route } from "@/lib/routes/route";
import { wrapper } from "@/lib/routes/wrapper";
import { authenticateEditor, EDITOR_PROOFS, type Editor } from "@/lib/tracker/editors/authenticate-editor";

/**
 * A route for editor plugins, which call it with a device's editor key: the key gives access to these routes only, and
 * nothing else does. The handler gets `editor`, which identifies the device.
 */
export const editorRoute = wrapper<{ editor: Editor }>((declaration) =>
  route("editor", { ...declaration, proofs: EDITOR_PROOFS }, async (request, { now, origin, params }) => {
    const editor = await authenticateEditor(request, now, origin);
    const input = await parseInput(declaration, request, params);
    return declaration.handle({ ...input, request, now, editor });
  }),
);

import { fieldsOf, type TriggerType } from "@/lib/crm/automations/catalog";
import { useWorkspace } from "@/lib/ui/api/open-workspace";
import { useFormFields } from "@/lib/ui/forms/queries";

/** A value that comes in with what starts an automation. */
export type Incoming = { key: string; label: string };

/** The values that come in with a trigger, if they are known: those of a message, or of one form that can be seen. */
export function useIncoming(type: TriggerType, formId: string | null): readonly Incoming[] | null {
  const { can } = useWorkspace();
  const form = useFormFields(formId ?? "", formId !== null && can("can_view_forms"));
  const fixed = fieldsOf(type);
  if (fixed !== null) return fixed.names.map((key) => ({ key, label: key }));
  return formId !== null && form.data?.length ? form.data : null;
}

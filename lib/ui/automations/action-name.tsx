import { ACTIONS } from "@/lib/ui/automations/words";

const isKind = (type: string): type is keyof typeof ACTIONS => type in ACTIONS;

type Props = { type: string; index: number; about: string | null };

/** What an action does, and whom or what it is about, if that is known: "2. **Notify members**: Ada". */
export function ActionName({ type, index, about }: Props) {
  return (
    <span>
      <strong>
        {index + 1}. {isKind(type) ? ACTIONS[type].label : type}
      </strong>
      {about === null ? null : `: ${about}`}
    </span>
  );
}

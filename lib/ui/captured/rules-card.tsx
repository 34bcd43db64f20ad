import { useOwnRules, useSetOwnRules } from "@/lib/ui/captured/queries";
import { Card } from "@/lib/ui/kit/cards/card";
import { Loaded } from "@/lib/ui/kit/states/loaded";
import { RedactionRules } from "@/lib/ui/tracker/redaction-rules";

/** The reader's redaction rules, which apply on top of the built-in ones. */
export function RulesCard() {
  const own = useOwnRules();
  const save = useSetOwnRules();
  return (
    <Card
      id="rules"
      title="Never kept"
      note="For a site or an app only the time is kept, as private. A text is masked wherever it appears. Nobody else sees this list."
    >
      <Loaded query={own} what="your list" bones={[56]}>
        {({ rules }) => (
          <RedactionRules
            rules={rules}
            onSave={save.mutateAsync}
            empty="Banks, password managers and private windows are never kept, for anyone. Add anything else to leave out: it is removed from stored data, too."
          />
        )}
      </Loaded>
    </Card>
  );
}

import { Alert, Button, Group, Text } from "@mantine/core";
import { failureNotice } from "@/lib/ui/api/failure";
import { useWorkspace } from "@/lib/ui/api/open-workspace";
import { IconEyeOff } from "@/lib/ui/icons";
import { useUpdateWebhook, type Webhook } from "@/lib/ui/webhooks/queries";
import { heldTypesOf, titleOf } from "@/lib/ui/webhooks/wording";

/** Says that a webhook holds events back because its owner may no longer see them, and what to do. */
export function WithheldNotice({ webhook }: { webhook: Webhook }) {
  const { can } = useWorkspace();
  const update = useUpdateWebhook(webhook.id);
  const held = webhook.withheld_events.filter(({ is_held }) => is_held);
  if (held.length === 0) return null;
  const missing = [...new Set(held.map(({ permission }) => permission))].filter((slug) => !can(slug));
  return (
    <Alert color="yellow" mb="md" icon={<IconEyeOff size={18} />} title="Events are held back" role="status">
      {webhook.owner === null
        ? "This webhook has no owner any more"
        : `This webhook sends on behalf of ${webhook.owner.name}, who may no longer see this`}
      : {heldTypesOf(webhook)}. These events are held, not sent. Anyone who may see them can take over the
      webhook and then send what was held.
      {can("can_manage_webhooks") ? (
        <Group mt="sm" gap="sm">
          <Button
            size="xs"
            variant="default"
            loading={update.isPending}
            disabled={missing.length > 0}
            onClick={() =>
              update.mutate({ take_over: true }, failureNotice(`${titleOf(webhook)} was not taken over`))
            }
          >
            Take over
          </Button>
          {missing.length > 0 ? (
            <Text size="xs">You need {missing.join(" and ")}, which you don't have.</Text>
          ) : null}
        </Group>
      ) : null}
    </Alert>
  );
}

import { Button, NativeSelect, Stack, Switch, Text } from "@mantine/core";
import { failureNotice } from "@/lib/ui/api/failure";
import { Card } from "@/lib/ui/kit/cards/card";
import { ShowMore } from "@/lib/ui/kit/lists/list-states";
import rows from "@/lib/ui/kit/lists/rows.module.css";
import { Loaded } from "@/lib/ui/kit/states/loaded";
import {
  useBlocked,
  useModeration,
  usePageSettings,
  useUpdatePageSettings,
} from "@/lib/ui/projects/requests/queries";

const REVIEWS = [
  { value: "nobody", label: "Show everything at once" },
  { value: "new_accounts", label: "Hold back posts by accounts younger than 7 days" },
  { value: "everyone", label: "Hold back everyone's posts" },
] as const;

type Props = { mayManage: boolean };

function Blocked() {
  const blocked = useBlocked();
  const { block } = useModeration();
  if (!blocked.items?.length) return null;
  return (
    <div>
      <Text size="sm" fw={500}>
        Blocked
      </Text>
      <ul className={rows.rows} aria-label="Blocked visitors">
        {blocked.items.map(({ developer_id: developerId, name }) => (
          <li key={developerId} className={rows.row}>
            <span className={rows.main} dir="auto">
              {name}
            </span>
            <Button
              size="compact-sm"
              variant="default"
              aria-label={`Unblock ${name}`}
              onClick={() =>
                block.mutate({ developerId, isBlocked: false }, failureNotice(`${name} stays blocked`))
              }
            >
              Unblock
            </Button>
          </li>
        ))}
      </ul>
      <ShowMore list={blocked} />
    </div>
  );
}

/**
 * The public page's rules for visitors: whose posts need approval, who is blocked, and whether search engines may list
 * it.
 */
export function VisitorsCard({ mayManage }: Props) {
  const settings = usePageSettings();
  const update = useUpdatePageSettings();
  const change = (body: Parameters<typeof update.mutate>[0]) =>
    update.mutate(body, failureNotice("The page was not changed"));
  return (
    <Card id="visitors" title="Visitors" note="Who may ask, vote and comment on the public page">
      <Loaded query={settings} what="these settings" bones={[96]}>
        {(shown) => (
          <Stack>
            <NativeSelect
              label="Requests and comments"
              description="Posts with more than three links always wait for approval"
              data={[...REVIEWS]}
              value={shown.reviews}
              disabled={!mayManage || update.isPending}
              onChange={(event) => {
                const reviews = REVIEWS.find(({ value }) => value === event.currentTarget.value)?.value;
                if (reviews) change({ reviews });
              }}
            />
            <Switch
              label="Search engines may list the page"
              checked={shown.is_indexed}
              disabled={!mayManage || update.isPending}
              onChange={(event) => change({ is_indexed: event.currentTarget.checked })}
            />
            {mayManage ? <Blocked /> : null}
          </Stack>
        )}
      </Loaded>
    </Card>
  );
}

import { ActionIcon } from "@mantine/core";
import { useOpenWorkspace } from "@/lib/ui/api/use-open-workspace";
import { IconBell } from "@/lib/ui/icons";
import { lazyDialog } from "@/lib/ui/kit/dialogs/lazy-dialog";
import { useFilters } from "@/lib/ui/kit/filters/filters";
import { UNREAD_COUNTED_MAX, useUnread } from "@/lib/ui/notifications/queries";
import classes from "./notifications.module.css";

const NotificationDrawer = lazyDialog(() => import("@/lib/ui/notifications/notification-drawer"));

/** The number of unread notifications in the open workspace; opens them. */
export function Bell() {
  const { workspace } = useOpenWorkspace();
  const unread = useUnread(workspace?.id);
  const address = useFilters();
  if (!workspace) return null;
  const count = unread.items?.filter(({ read_at }) => read_at === null).length ?? 0;
  const shown = unread.hasNextPage ? `${UNREAD_COUNTED_MAX}+` : String(count);
  return (
    <>
      <ActionIcon
        size="lg"
        className={classes.bell ?? ""}
        aria-label={count === 0 ? "Notifications" : `Notifications, ${shown} unread`}
        aria-haspopup="dialog"
        onClick={() => address.open("inbox")}
      >
        <IconBell size={18} stroke={1.75} />
        {count === 0 ? null : (
          <span className={classes.count} aria-hidden="true">
            {shown}
          </span>
        )}
      </ActionIcon>
      <NotificationDrawer
        workspace={workspace}
        isOpen={address.get("inbox") === "1"}
        onClose={() => address.close("inbox")}
      />
    </>
  );
}

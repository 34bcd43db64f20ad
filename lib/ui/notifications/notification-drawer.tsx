import { Button, Group } from "@mantine/core";
import { failureNotice } from "@/lib/ui/api/failure";
import type { Workspace } from "@/lib/ui/api/workspaces";
import { IconBell, IconChecks } from "@/lib/ui/icons";
import { SideDrawer } from "@/lib/ui/kit/dialogs/side-drawer";
import { Empty } from "@/lib/ui/kit/lists/list-page";
import { Rows } from "@/lib/ui/kit/lists/rows";
import { Link } from "@/lib/ui/kit/pages/link";
import { RelativeTime } from "@/lib/ui/kit/time/relative-time";
import { LazyPlainText } from "@/lib/ui/light-kit/markdown/lazy-markdown";
import { type Notification, useMarkRead, useNotifications } from "@/lib/ui/notifications/queries";
import classes from "./notifications.module.css";

type RowProps = { notification: Notification; onRead: () => void; onFollow: () => void };

function NotificationRow({ notification, onRead, onFollow }: RowProps) {
  const { kind, title, body, link, read_at, created_at } = notification;
  const isUnread = read_at === null;
  // Only links to paths of this site are followed.
  const path = link?.startsWith("/") && !link.startsWith("//") ? link : null;
  return (
    <li className={classes.item} data-unread={isUnread || undefined}>
      <span className={classes.dot} aria-hidden="true" />
      <div className={classes.words}>
        {path === null ? (
          <p className={classes.title}>{title}</p>
        ) : (
          <Link href={path} className={classes.title} onClick={onFollow}>
            {title}
          </Link>
        )}
        {body === "" ? null : (
          // Where somebody is mentioned, it is what they wrote, in Markdown.
          <p className={classes.text}>{kind === "mention" ? <LazyPlainText text={body} /> : body}</p>
        )}
        <p className={classes.when}>
          <RelativeTime at={created_at} />
          {isUnread ? (
            <button type="button" className={`mantine-focus-auto ${classes.read}`} onClick={onRead}>
              Mark as read
            </button>
          ) : null}
        </p>
      </div>
    </li>
  );
}

function Notifications({ workspaceId }: { workspaceId: string }) {
  const list = useNotifications(workspaceId);
  const mark = useMarkRead(workspaceId);
  const read = (id: string | null) => mark.mutate(id, failureNotice("It stays unread"));
  const hasUnread = list.items?.some(({ read_at }) => read_at === null) ?? false;
  return (
    <>
      {list.items?.length ? (
        <Group justify="flex-end" mb="xs">
          <Button
            variant="default"
            size="xs"
            leftSection={<IconChecks size={14} stroke={1.75} />}
            disabled={!hasUnread}
            loading={mark.isPending && mark.variables === null}
            onClick={() => read(null)}
          >
            Mark all as read
          </Button>
        </Group>
      ) : null}
      <Rows
        list={list}
        what="notifications"
        label="Notifications, newest first"
        expected={4}
        className={classes.list}
        empty={
          <Empty Icon={IconBell} title="Nothing here yet">
            You are notified here when somebody mentions you, assigns you a task, answers one of your forms
            and more. Choose in your account what you are notified of, and whether by mail too.
          </Empty>
        }
        renderRow={(notification) => (
          <NotificationRow
            key={notification.id}
            notification={notification}
            onRead={() => read(notification.id)}
            onFollow={() => {
              if (notification.read_at === null) read(notification.id);
            }}
          />
        )}
      />
    </>
  );
}

type Props = { workspace: Workspace; isOpen: boolean; onClose: () => void };

/** The reader's notifications in a workspace. Opening one changes the address, which closes the drawer. */
export default function NotificationDrawer({ workspace, isOpen, onClose }: Props) {
  return (
    <SideDrawer isOpen={isOpen} onClose={onClose} title={`Notifications in ${workspace.name}`} size="26rem">
      <Notifications workspaceId={workspace.id} />
    </SideDrawer>
  );
}

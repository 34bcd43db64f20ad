import { useWorkspace } from "@/lib/ui/api/open-workspace";
import {
  type EmailEvent,
  useAllowMail,
  useEmailAddresses,
  useEmailEvents,
} from "@/lib/ui/crm/about-record-queries";
import type { CrmRecord } from "@/lib/ui/crm/queries";
import { Card } from "@/lib/ui/kit/cards/card";
import { ConfirmButton } from "@/lib/ui/kit/dialogs/confirm-button";
import { Rows } from "@/lib/ui/kit/lists/rows";
import { RelativeTime } from "@/lib/ui/kit/time/relative-time";
import shared from "./crm.module.css";
import classes from "./record.module.css";

const EVENTS: Record<EmailEvent["type"], string> = {
  bounce: "Bounced",
  complaint: "Reported as spam",
  delivery: "Arrived",
  open: "Was opened",
  click: "Link clicked",
};

function wordsOf({ type, is_permanent }: EmailEvent): string {
  if (type === "bounce" && is_permanent) return "Bounced permanently";
  return EVENTS[type];
}

/** An address that may get no mail, and why. Those with permission can allow it again. */
function Blocked({ record, address, why }: { record: CrmRecord; address: string; why: string }) {
  const { can } = useWorkspace();
  const allow = useAllowMail(record.object, record.id);
  return (
    <div className={classes.blocked}>
      <p className={`${shared.small} ${shared.bad}`}>
        {address} gets no more mail: {why}
      </p>
      {can("can_manage_crm") ? (
        <ConfirmButton
          label="Allow mail again…"
          look={{ variant: "default", size: "compact-xs" }}
          title="Allow mail to this address again?"
          confirmLabel="Allow mail"
          isSafe
          onConfirm={() => allow.mutateAsync(address)}
        >
          Mail to {address} was stopped because {why}. Do this only when you know that it arrives and is
          wanted. The next bounce or complaint stops it again.
        </ConfirmButton>
      ) : null}
    </div>
  );
}

/** Whether mail may be sent to a record's addresses, and what happened to earlier mails. */
export function RecordEmails({ record }: { record: CrmRecord }) {
  const events = useEmailEvents(record.object, record.id);
  const addresses = useEmailAddresses(record.object, record.id);
  const blocked = addresses.data?.filter(({ do_not_mail }) => do_not_mail !== null) ?? [];
  return (
    <Card id="emails" title="Emails">
      {blocked.map(({ address, do_not_mail }) => (
        <Blocked
          key={address}
          record={record}
          address={address}
          why={do_not_mail?.reason === "complaint" ? "it was reported as spam" : "it bounced permanently"}
        />
      ))}
      <Rows
        list={events}
        what="email events"
        label="Email events, newest first"
        className={shared.list}
        empty={
          <p className={shared.small}>
            No email events for {addresses.data?.length ? "its addresses" : "it: there is no address"}.
            Connect a mail provider under Integrations to see what arrives and bounces.
          </p>
        }
        renderRow={(event) => (
          <li key={event.id} className={classes.task}>
            <div className={classes.taskWords}>
              <p className={classes.taskTitle}>{wordsOf(event)}</p>
              <p className={shared.small}>
                {event.address} · <RelativeTime at={event.occurred_at} />
              </p>
              {event.reason === null ? null : <p className={shared.small}>{event.reason}</p>}
            </div>
          </li>
        )}
      />
    </Card>
  );
}

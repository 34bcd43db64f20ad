"use client";

import { Anchor, Skeleton, Text } from "@mantine/core";
import { WEBHOOKS_SHOWN_MAX } from "@/lib/operators/service/limits";
import { useProfile } from "@/lib/ui/api/profile";
import { Card } from "@/lib/ui/kit/cards/card";
import list from "@/lib/ui/kit/lists/list-page.module.css";
import rows from "@/lib/ui/kit/lists/rows.module.css";
import { Link } from "@/lib/ui/kit/pages/link";
import { PageHeader } from "@/lib/ui/kit/pages/page-header";
import { ErrorNotice } from "@/lib/ui/kit/states/error-notice";
import { RelativeTime } from "@/lib/ui/kit/time/relative-time";
import { CardRows } from "@/lib/ui/operators/card-rows";
import { HealthCard } from "@/lib/ui/operators/health-card";
import { JobChangesCard, JobsCard } from "@/lib/ui/operators/jobs-card";
import { LoadCard } from "@/lib/ui/operators/load-card";
import { PlansCard } from "@/lib/ui/operators/plans-card";
import { useSwitchedOffWebhooks } from "@/lib/ui/operators/queries";
import { SignInCard } from "@/lib/ui/operators/sign-in-card";
import classes from "./operators.module.css";

function WebhooksCard() {
  const webhooks = useSwitchedOffWebhooks();
  return (
    <Card
      id="webhooks"
      title="Switched-off webhooks"
      note="By the service, because of what their subscribers did"
    >
      <CardRows
        query={webhooks}
        what="the webhooks"
        none="The service has not switched off any webhooks."
        shownMax={WEBHOOKS_SHOWN_MAX}
      >
        {(each) => (
          <li className={`${rows.row} ${classes.wrapped}`} key={each.id}>
            <div className={`${rows.main} ${classes.main}`}>
              <p className={`${rows.name} ${classes.name}`}>{each.name || each.host}</p>
              <p className={rows.detail}>
                <bdi>{each.workspace_name}</bdi> · {each.workspace_slug} ·{" "}
                {each.reason === "gone" ? "answered 410 Gone" : "failed for five days"}
              </p>
            </div>
            <span className={rows.side}>
              {each.disabled_at ? <RelativeTime at={each.disabled_at} /> : null}
            </span>
          </li>
        )}
      </CardRows>
    </Card>
  );
}

/** The state of the service, for operators. */
export function Operators() {
  const profile = useProfile();
  if (profile.isPending) return <Skeleton height={240} radius="md" />;
  if (profile.error && !profile.data) {
    return <ErrorNotice error={profile.error} what="your profile" onRetry={() => profile.refetch()} />;
  }
  if (!profile.data?.is_operator) {
    return (
      <div className={classes.page}>
        <PageHeader title="Operators" />
        <Text>
          This page is for operators: people whose verified email address is in OPERATOR_EMAILS.{" "}
          <Anchor component={Link} href="/home" inherit underline="always">
            Go to your workspaces
          </Anchor>
        </Text>
      </div>
    );
  }
  return (
    <div className={classes.page}>
      <PageHeader title="Operators" />
      <div className={list.stack}>
        <HealthCard />
        <JobsCard />
        <JobChangesCard />
        <SignInCard />
        <LoadCard />
        <WebhooksCard />
        <PlansCard />
      </div>
    </div>
  );
}

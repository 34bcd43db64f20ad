import { Text } from "@mantine/core";
import type { Problem } from "@/lib/health/schema";
import { Card } from "@/lib/ui/kit/cards/card";
import { Plot } from "@/lib/ui/kit/plots/plot";
import { Loaded } from "@/lib/ui/kit/states/loaded";
import { Status } from "@/lib/ui/kit/status/status";
import { numberText } from "@/lib/ui/kit/words/counts";
import { readerLocale } from "@/lib/ui/kit/words/locale";
import { type ServiceSample, useHealth, useSamples } from "@/lib/ui/operators/queries";
import classes from "./operators.module.css";

const PLOT_HEIGHT_PX = 140;

const PROBLEMS: Record<Problem, string> = {
  no_living_worker: "No worker runs: start one with npm run start:worker.",
  jobs_overdue: "Jobs are late: run another worker, or see which kind is delayed.",
  jobs_unreadable: "The state of the jobs is unknown: npm run doctor tries the database.",
  limit_store_unreachable:
    "The store of the rate limits does not answer: requests pass without limits. npm run doctor says why.",
  limits_counted_apart: "Several web servers count rate limits, each by itself: set REDIS_URL.",
  connections_awaited: "Requests wait long for connections to the database: raise DATABASE_POOL_MAX.",
  bodies_given_up:
    "More is being sent at a time than there is memory for: some requests get a 503. Run another web server.",
  storage_unreachable:
    "The file storage does not answer: files wait or are refused. npm run doctor says why.",
};

const PLOTS: { key: keyof ServiceSample; title: string; unit: string }[] = [
  { key: "job_lag_s", title: "Oldest due job", unit: " s" },
  { key: "due_jobs", title: "Due jobs", unit: "" },
  { key: "pending_deliveries", title: "Pending deliveries", unit: "" },
  { key: "delivery_age_s", title: "Oldest pending delivery", unit: " s" },
  { key: "enrichment_hours", title: "Tracker hours to process", unit: "" },
  { key: "enrichment_lag_s", title: "Oldest hour to process", unit: " s" },
];

function Plots({ samples }: { samples: ServiceSample[] }) {
  if (samples.length < 2) {
    return (
      <Text size="sm" c="dimmed" mt="sm">
        Charts appear once the worker has measured for two minutes.
      </Text>
    );
  }
  const format = new Intl.DateTimeFormat(readerLocale(), { hour: "2-digit", minute: "2-digit" });
  const times = samples.map(({ taken_at }) => format.format(new Date(taken_at)));
  return (
    <div className={classes.plots}>
      {PLOTS.map(({ key, title, unit }) => {
        const values = samples.map((sample) => Number(sample[key]));
        const now = values.at(-1) ?? 0;
        const most = Math.max(...values);
        return (
          <figure className={classes.plot} key={key} style={{ margin: 0 }}>
            <figcaption className={classes.plotTitle}>
              {title}: {numberText(now)}
              {unit}
            </figcaption>
            <Plot
              shape="areas"
              places={times}
              series={[{ name: title, color: "var(--mantine-color-pine-6)", values }]}
              height={PLOT_HEIGHT_PX}
              valueText={(value) => `${numberText(value)}${unit}`}
              tickText={(value) => `${numberText(value)}${unit}`}
              label={`${title} in the last 24 hours: now ${now}${unit}, at most ${most}${unit}`}
            />
          </figure>
        );
      })}
    </div>
  );
}

/** The service's health now and over the last day. */
export function HealthCard() {
  const health = useHealth();
  const samples = useSamples();
  return (
    <Card id="health" title="Health" note="Now, and in the last 24 hours">
      <Loaded query={health} what="the service's health" bones={[96]}>
        {({ problems, workers }) =>
          problems.length === 0 ? (
            <Status tone="good" label={`Everything is working. Workers: ${workers.length}.`} wraps />
          ) : (
            <ul className={classes.problems}>
              {problems.map((problem) => (
                <li key={problem}>
                  <Status tone="bad" label={PROBLEMS[problem]} wraps />
                </li>
              ))}
            </ul>
          )
        }
      </Loaded>
      <Loaded query={samples} what="the plots" bones={[96]}>
        {(data) => <Plots samples={data} />}
      </Loaded>
    </Card>
  );
}

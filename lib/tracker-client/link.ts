import { EVENTS_PER_BATCH_MAX } from "@/lib/tracker/ingest/limits";
import { type Answer, type Api, detailOf, Unreachable } from "@/lib/tracker-client/api";
import { ClientError } from "@/lib/tracker-client/client-error";
import {
  CLOCK_OFFSET_MS_MIN,
  HEARTBEAT_EVERY_MS,
  RETRY_FIRST_MS,
  RETRY_MS_MAX,
  SEND_EVERY_MS_MIN,
  SEND_EVERY_S_MIN,
  SETTINGS_EVERY_MS,
} from "@/lib/tracker-client/limits";
import type { Queue } from "@/lib/tracker-client/queue";
import type { Instant } from "@/lib/tracker-client/recorder";
import { type Rules, redactedAgain } from "@/lib/tracker-client/sample";
import type { Account, Config, Settings } from "@/lib/tracker-client/settings";

/** What there is to do with an answer. */
type Verdict = "taken" | "not_tracking" | "too_large" | "wait" | "refused" | "ended";

/** What a client makes of an answer's status. */
export function judge(status: number): Verdict {
  if (status >= 200 && status < 300) return "taken";
  // The token ended, the device is gone, or the service speaks another version: only a person can help.
  if (status === 401 || status === 404 || status === 409) return "ended";
  if (status === 402 || status === 403) return "not_tracking";
  if (status === 413) return "too_large";
  return status === 429 || status >= 500 ? "wait" : "refused";
}

/**
 * Whether the service itself wrote an answer. In front of it are proxies, which answer in its place while it restarts,
 * some of them with a 404, and networks that want a sign-in of their own.
 */
function isServices({ status, json }: Answer): boolean {
  if (typeof json !== "object" || json === null || Array.isArray(json)) return false;
  return status < 400 || ("detail" in json && typeof json.detail === "string");
}

function verdictOf(answer: Answer): Verdict {
  return isServices(answer) ? judge(answer.status) : "wait";
}

/**
 * How long to wait after this many failures in a row: twice as long each time, randomly up to half less, so that
 * clients that lost the service together don't return together.
 */
export function retryMs(failures: number, random: number): number {
  const full = Math.min(RETRY_MS_MAX, RETRY_FIRST_MS * 2 ** Math.min(30, Math.max(0, failures - 1)));
  return Math.round(full * (1 - random / 2));
}

type BatchResult = {
  accepted: number;
  duplicates: number;
  rejected: { reason: string }[];
  server_seq: number;
  next_poll_after_s: number;
  config_etag: string;
};

type Parts = {
  api: Api;
  account: Account;
  queue: Queue;
  settings: Settings;
  rulesOf(settings: Settings): Rules;
  keep(settings: Settings): void;
  say(text: string): void;
  now(): Instant;
};

/** What a client and the service have to do with each other: samples go there, and how to record comes back. */
export class Link {
  settings: Settings;
  /** How far the computer's clock is ahead of the service's, in seconds; 0 while it is only a little. */
  offsetS = 0;
  private rules: Rules;
  private failures = 0;
  private eventsMax = EVENTS_PER_BATCH_MAX;
  private sendAt = 0;
  private heartbeatAt = 0;
  private settingsAt = 0;
  private said = "";
  private isDiskWritten = true;

  constructor(private readonly parts: Parts) {
    this.settings = parts.settings;
    this.rules = parts.rulesOf(parts.settings);
  }

  get rulesInForce(): Rules {
    return this.rules;
  }

  /** Whether the service has sent its settings since this process started. */
  get hasAsked(): boolean {
    return this.settingsAt > 0;
  }

  /** Asks the service at once: what was known may be outdated. */
  askSoon(): void {
    this.settingsAt = 0;
  }

  /**
   * Does what is due: fetches the settings, sends a batch, or a heartbeat.
   * @returns how long there is nothing to do, in ms
   * @throws ClientError if only a person can help
   */
  async step(): Promise<number> {
    try {
      const waitMs = await this.doDue();
      if (waitMs !== null) return this.failed(waitMs);
      this.failures = 0;
      this.saidOnce("");
      return this.untilDue();
    } catch (error) {
      if (!(error instanceof Unreachable)) throw error;
      this.saidOnce(`${error.message}. Recording goes on; what is recorded is kept and sent later.`);
      return this.failed(null);
    }
  }

  /** @returns null where all went well, else for how long to wait; 0 where that is not said */
  private async doDue(): Promise<number | null> {
    const { monoMs } = this.parts.now();
    if (monoMs >= this.settingsAt) return this.askForSettings();
    if (monoMs >= this.sendAt) {
      const batch = this.parts.queue.peek(this.eventsMax);
      if (batch.events.length > 0) return this.send(batch);
      this.onDisk(() => this.parts.queue.done(batch));
      this.sendAt = monoMs + SEND_EVERY_S_MIN * 1_000;
    }
    return monoMs >= this.heartbeatAt ? this.askForSettings({ onlyConfig: true }) : null;
  }

  private failed(waitMs: number | null): number {
    this.failures += 1;
    return Math.max(waitMs ?? 0, retryMs(this.failures, Math.random()));
  }

  private untilDue(): number {
    const { monoMs } = this.parts.now();
    return Math.max(0, Math.min(this.sendAt, this.heartbeatAt, this.settingsAt) - monoMs);
  }

  private async askForSettings({ onlyConfig = false } = {}): Promise<number | null> {
    const { api, account } = this.parts;
    const heartbeat = await api.call("POST", `/tracker/devices:heartbeat?device_id=${account.deviceId}`);
    const problem = this.problemOf(heartbeat);
    if (problem !== null) return problem;
    const config = heartbeat.json as Config;
    const { monoMs } = this.parts.now();
    this.heartbeatAt = monoMs + HEARTBEAT_EVERY_MS;
    if (onlyConfig) {
      this.use({ ...this.settings, config });
      return null;
    }
    const answers = await Promise.all([
      api.call("GET", "/tracker/working-hours"),
      api.call("GET", "/tracker/redaction"),
      api.call("GET", `/workspaces/${account.workspaceId}/tracker/redaction`),
    ]);
    const failed = answers.find((answer) => verdictOf(answer) !== "taken");
    // Who has left the workspace sees its rules no more: then the configuration pauses the device.
    if (failed && !config.paused) return this.problemOf(failed) ?? 0;
    const [hours, own, workspace] = answers.map(({ json }) => json) as [
      Settings["hours"],
      ...Pick<Settings, "rules">[],
    ];
    this.use(
      failed
        ? { ...this.settings, config }
        : { config, hours, rules: [...(own?.rules ?? []), ...(workspace?.rules ?? [])] },
    );
    this.settingsAt = monoMs + SETTINGS_EVERY_MS;
    return null;
  }

  private use(settings: Settings): void {
    if (JSON.stringify(settings) === JSON.stringify(this.settings)) return;
    if (settings.config.paused !== this.settings.config.paused) {
      this.parts.say(settings.config.paused ? "Paused: nothing is recorded." : "Recording.");
    }
    this.settings = settings;
    this.rules = this.parts.rulesOf(settings);
    this.onDisk(() => this.parts.keep(settings));
  }

  /** Writes down what is known in memory; where the disk takes nothing, that is written the next time. */
  private onDisk(write: () => void): void {
    try {
      write();
      this.isDiskWritten = true;
    } catch (error) {
      if (this.isDiskWritten) {
        this.parts.say(
          `The disk takes nothing (${(error as Error).message}). What is sent is noted once it does.`,
        );
      }
      this.isDiskWritten = false;
    }
  }

  private async send(batch: ReturnType<Queue["peek"]>): Promise<number | null> {
    const { api, account, queue, now, say } = this.parts;
    const answer = await api.call("POST", "/tracker/events:batch", {
      schema_version: "1.0",
      device_id: account.deviceId,
      // The clock as it shows, so that the service sees when it is wrong.
      sent_at: new Date(now().wallMs).toISOString(),
      events: batch.events.map((event) => redactedAgain(event, this.rules)),
    });
    const problem = this.problemOf(answer);
    if (problem !== null) return problem;
    const result = answer.json as BatchResult;
    this.onDisk(() => queue.done(batch));
    queue.raiseSeq(result.server_seq);
    this.eventsMax = EVENTS_PER_BATCH_MAX;
    const reasons = new Map<string, number>();
    for (const { reason } of result.rejected) reasons.set(reason, (reasons.get(reason) ?? 0) + 1);
    const refused = [...reasons].map(([reason, count]) => `${count} ${reason}`).join(", ");
    say(`Sent ${batch.events.length} samples${refused && `; not taken: ${refused}`}.`);
    const { monoMs } = now();
    const isMore = queue.peek(1).events.length > 0;
    this.sendAt =
      monoMs + (isMore ? SEND_EVERY_MS_MIN : 1_000 * Math.max(SEND_EVERY_S_MIN, result.next_poll_after_s));
    // An answer to samples says as much as one to a heartbeat, as long as nothing has changed.
    if (result.config_etag === this.settings.config.config_etag)
      this.heartbeatAt = monoMs + HEARTBEAT_EVERY_MS;
    else this.askSoon();
    return null;
  }

  /** @returns null for an answer that is one, else for how long to wait. @throws ClientError as `step` */
  private problemOf(answer: Answer): number | null {
    this.noteClock(answer);
    const verdict = verdictOf(answer);
    if (verdict === "taken") return null;
    const detail = detailOf(answer);
    if (verdict === "ended") {
      throw new ClientError(
        answer.status === 401
          ? "Your sign-in has ended. Start again with --sign-in; what was not sent is kept."
          : `${detail}. Start again with --enrol to go on; what was not sent is kept.`,
      );
    }
    if (verdict === "too_large" && this.eventsMax > 1) {
      this.eventsMax = Math.ceil(this.eventsMax / 2);
      return 0;
    }
    if (verdict === "not_tracking") {
      this.use({ ...this.settings, config: { ...this.settings.config, paused: true } });
      this.saidOnce(`${detail}. Nothing is recorded until that changes.`);
      this.sendAt = this.parts.now().monoMs + 2 * HEARTBEAT_EVERY_MS;
      return HEARTBEAT_EVERY_MS;
    }
    if (verdict === "wait") {
      const what = isServices(answer) ? "The service is busy" : "Something else answers for the service";
      this.saidOnce(`${what} (${answer.status}). Recording goes on; the rest is sent later.`);
      return (answer.retryAfterS ?? 0) * 1_000;
    }
    this.saidOnce(`The service did not take a batch: ${detail}`);
    this.sendAt = this.parts.now().monoMs + RETRY_MS_MAX;
    return 0;
  }

  private noteClock({ offsetMs }: Answer): void {
    if (offsetMs === null) return;
    const isOff = Math.abs(offsetMs) >= CLOCK_OFFSET_MS_MIN;
    const offsetS = isOff ? Math.round(offsetMs / 1_000) : 0;
    if (isOff && this.offsetS === 0) {
      const minutes = Math.round(Math.abs(offsetS) / 60);
      const how = offsetS > 0 ? "fast" : "slow";
      this.parts.say(
        `The clock of this computer is ${minutes} min ${how}. Times are sent by the service's clock.`,
      );
    }
    this.offsetS = offsetS;
  }

  private saidOnce(text: string): void {
    if (text !== "" && text !== this.said) this.parts.say(text);
    this.said = text;
  }
}

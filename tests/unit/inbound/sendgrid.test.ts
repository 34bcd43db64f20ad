import { describe, expect, it } from "vitest";
import { sendgrid } from "@/lib/inbound/email/sendgrid";
import { processorMs } from "@/tests/support/processor-time";

const COUNT = 30_000;
const read = (body: unknown) => sendgrid.read(body, new Headers(), new Date());
const event = { event: "bounce", sg_event_id: "1", email: "ada@example.com", timestamp: 1_763_631_000 };

describe("a batch of SendGrid", () => {
  it("is what it says of those events that are some", () => {
    const batch = [
      null,
      1,
      "open",
      [],
      { event: 1 },
      { event: "constructor" },
      { ...event, event: "open" },
      event,
    ];
    expect(read(batch)).toMatchObject({
      event: "constructor,open,bounce",
      subject: event.email,
      ignored: null,
    });
    expect(read({ 0: event })).toMatchObject({ event: "unknown", ignored: "unsupported_event" });
  });

  it("of thousands that are no events takes a fraction of the time of as many that are", () => {
    const time = (sent: unknown) => {
      const body = Array.from({ length: COUNT }, () => sent);
      return processorMs(() => read(body));
    };
    time(event);
    expect(time(1)).toBeLessThan(time(event) / 5);
  });
});

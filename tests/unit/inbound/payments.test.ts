import { expect, it } from "vitest";
import { Subscription } from "@/lib/inbound/payments/schema";
import { processorMs } from "@/tests/support/processor-time";

const COUNT = 100_000;
const item = { price: { id: "price_team" } };

function judge(items: unknown[]): boolean {
  const subscription = { id: "sub_1042", status: "active", items: { data: items } };
  return Subscription.safeParse(subscription).success;
}

it("a subscription of thousands of items is refused without looking at each", () => {
  expect(judge(Array(20).fill(item))).toBe(true);
  const time = (sent: unknown) => processorMs(() => expect(judge(Array(COUNT).fill(sent))).toBe(false));
  const lookedAt = processorMs(() => {
    for (let i = 0; i < COUNT / 20; i++) judge(Array(20).fill(item));
  });
  expect(time(1)).toBeLessThan(lookedAt / 5);
});

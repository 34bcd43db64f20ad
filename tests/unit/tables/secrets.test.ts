import { randomBytes } from "node:crypto";
import { promisify } from "node:util";
import { describe, expect, it } from "vitest";
import { hashPassword, verifyPassword } from "@/lib/tables/share-links/password";
import { isTicketOf, signTicket } from "@/lib/tables/shared/ticket";

const NOW = new Date("2026-11-20T12:00:00Z");
const LINK = { id: "0199a3f3-1111-7222-8333-944455566605", passwordVersion: 2 };

describe("a ticket", () => {
  const { ticket, expiresAt } = signTicket(LINK, NOW);

  it("is good for 30 minutes and no longer", () => {
    expect(expiresAt).toEqual(new Date("2026-11-20T12:30:00Z"));
    expect(isTicketOf(LINK, ticket, NOW)).toBe(true);
    expect(isTicketOf(LINK, ticket, new Date(expiresAt.getTime() - 1))).toBe(true);
    expect(isTicketOf(LINK, ticket, expiresAt)).toBe(false);
  });

  it("is good at its own link and with its own password only, and can't be prolonged", () => {
    expect(isTicketOf({ ...LINK, id: "0199a3f3-1111-7222-8333-944455566606" }, ticket, NOW)).toBe(false);
    expect(isTicketOf({ ...LINK, passwordVersion: 3 }, ticket, NOW)).toBe(false);
    const [seconds = "", mac = ""] = ticket.split(".");
    expect(isTicketOf(LINK, `${Number(seconds) + 1}.${mac}`, NOW)).toBe(false);
    for (const text of ["", ".", ticket.slice(0, -1), `${ticket}x`, ` ${ticket}`, "1.x"]) {
      expect(isTicketOf(LINK, text, NOW)).toBe(false);
    }
  });
});

describe("a password", () => {
  it("is stored as a salted hash that only the same password fits, however its letters are composed", async () => {
    const stored = await hashPassword("Pässword 🦄");
    expect(stored).toMatch(/^scrypt\$32768\$8\$1\$[\w-]{22}\$[\w-]{43}$/);
    expect(await verifyPassword("Pässword 🦄".normalize("NFD"), stored)).toBe(true);
    expect(await verifyPassword("pässword 🦄", stored)).toBe(false);
    expect(await verifyPassword("", stored)).toBe(false);
    expect(await hashPassword("Pässword 🦄")).not.toBe(stored);
  });

  it("is hashed one at a time, so that what else needs Node's threads doesn't wait for many", async () => {
    const stored = await hashPassword("right");
    const order: string[] = [];
    const wrong = Array.from({ length: 8 }, async (_, n) => {
      await verifyPassword(`wrong ${n}`, stored);
      order.push("password");
    });
    const other = promisify(randomBytes)(1).then(() => order.push("other"));
    await Promise.all([...wrong, other]);
    expect(order.indexOf("other")).toBeLessThan(2);
  });

  it("is hashed once while it is right, and each time while it is wrong", async () => {
    const stored = await hashPassword("right");
    expect(await verifyPassword("right", stored)).toBe(true);
    const order: string[] = [];
    const answer = async (password: string) => {
      await verifyPassword(password, stored);
      order.push(password);
    };
    const wrong = Array.from({ length: 8 }, () => "wrong");
    await Promise.all([...wrong, "right"].map(answer));
    expect(order).toEqual(["right", ...wrong]);
    expect(await verifyPassword("right", await hashPassword("another"))).toBe(false);
  });
});

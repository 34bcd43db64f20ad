import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { AttributeType } from "@/lib/crm/attributes/schema";
import { formatsOf, guessFormats, readCell, UNSTATED } from "@/lib/crm/import/cells/rules";
import { writeCell } from "@/lib/crm/import/rules";
import type { Formats } from "@/lib/crm/values/schema";

function read(type: AttributeType, text: string, stated: Partial<Formats> = {}) {
  const reading = readCell({ type, options: [] }, text, { ...UNSTATED, ...stated });
  return "value" in reading ? reading.value : reading;
}

const FAULT = { fault: expect.any(String) };

it("reads the digits of every script", () => {
  for (const zero of "0٠۰߀०০੦૦୦௦౦೦൦෦๐໐༠၀႐០᠐᥆᧐᪀᪐᭐᮰᱀᱐꘠꣐꤀꧐꧰꩐꯰０") {
    const digits = Array.from({ length: 10 }, (_, place) =>
      String.fromCodePoint((zero.codePointAt(0) ?? 0) + place),
    );
    expect(read("number", `1${digits.join("")}`), zero).toBe(10_123_456_789);
  }
});

it("takes what an export wrote for the option with that value, though another is called so now", () => {
  const options = [
    { value: "won", label: "Lost" },
    { value: "lost", label: "Won" },
  ];
  for (const value of ["won", "lost"]) {
    expect(readCell({ type: "select", options }, writeCell(value).toString(), UNSTATED)).toEqual({ value });
  }
  const tags = writeCell(["lost"]).toString();
  expect(readCell({ type: "multi_select", options }, tags, UNSTATED)).toEqual({ value: ["lost"] });
  expect(readCell({ type: "select", options }, "Won", UNSTATED)).toEqual({ value: "lost" });
});

describe("numbers", () => {
  it.each([
    ["1,200.50", 1200.5],
    ["1.200,50", 1200.5],
    ["1 200,50", 1200.5],
    ["1'200.50", 1200.5],
    ["€1200", 1200],
    ["1200 €", 1200],
    ["EUR 1,200.50", 1200.5],
    ["-$5", -5],
    ["$-5", -5],
    ["(5.25)", -5.25],
    ["5-", -5],
    ["\u22125", -5],
    ["\u200f1,200.50 \u200f€", 1200.5],
    ["１２３", 123],
    ["١٬٢٠٠٫٥", 1200.5],
    ["𝟙", FAULT],
    ["12,5", 12.5],
    ["1,00,000.5", 100_000.5],
    ["1.200.300", 1_200_300],
    ["1e3", 1000],
    ["1.200", 1.2],
    ["1,200", FAULT],
    ["12,34,5", FAULT],
    ["1.2.3", FAULT],
    ["5 apples", FAULT],
    ["--5", FAULT],
    ["+-5", FAULT],
    ["+5-", FAULT],
    ["9".repeat(100_000).concat("x"), FAULT],
  ])("reads %s without knowing the format", (text, value) => {
    expect(read("currency", text)).toEqual(value);
  });

  it("reads an ambiguous number by the stated separator only", () => {
    expect(read("number", "1,200", { decimal: "point" })).toBe(1200);
    expect(read("number", "1,200", { decimal: "comma" })).toBe(1.2);
    expect(read("number", "1.200", { decimal: "comma" })).toBe(1200);
    expect(read("number", "12,5", { decimal: "point" })).toEqual(FAULT);
    expect(read("number", "12.5", { decimal: "comma" })).toEqual(FAULT);
  });

  it("are read as every locale writes them", () => {
    const locale = fc.constantFrom(
      "en-US",
      "en-IN",
      "de-DE",
      "de-CH",
      "fr-FR",
      "sv-SE",
      "pt-BR",
      "pl-PL",
      "ja-JP",
      "he-IL",
      "ar-EG",
      "ar-MA",
      "bn-BD",
      "mr-IN",
      "my-MM",
    );
    const cents = fc.integer({ min: -99_999_999_999, max: 99_999_999_999 });
    fc.assert(
      fc.property(locale, cents, (tag, amount) => {
        const written = new Intl.NumberFormat(tag, { maximumFractionDigits: 2 }).format(amount / 100);
        expect(read("number", written, formatsOf({ locale: tag }))).toBe(amount / 100 || 0);
      }),
    );
  });

  it("read back what an export writes, whatever is stated except a decimal comma", () => {
    const decimal = fc.constantFrom(null, "point" as const);
    fc.assert(
      fc.property(fc.double({ noNaN: true, noDefaultInfinity: true }), decimal, (number, stated) => {
        expect(read("number", String(writeCell(number)), { decimal: stated })).toBe(number || 0);
      }),
    );
  });
});

describe("dates", () => {
  it.each([
    ["2026-12-31", "2026-12-31"],
    ["2026-12-31T00:00:00Z", "2026-12-31"],
    ["2026-12-31 23:30:00+02:00", "2026-12-31"],
    ["2026/1/5", "2026-01-05"],
    ["2026\u201112\u201131", "2026-12-31"],
    ["٢٠٢٦/١٢/٣١", "2026-12-31"],
    ["20261231", "2026-12-31"],
    ["31/12/2026", "2026-12-31"],
    ["12/31/2026", "2026-12-31"],
    ["5/5/2026", "2026-05-05"],
    ["1.2.2026", "2026-02-01"],
    ["31. 12. 2026", "2026-12-31"],
    ["Dec 31, 2026", "2026-12-31"],
    ["31 December 2026", "2026-12-31"],
    ["31/12/2026 2:30 PM", "2026-12-31"],
    ["Thursday, December 31, 2026", "2026-12-31"],
    ["Thu, 31 Dec 2026 10:00:00 +0000", "2026-12-31"],
    ["Thu 12/31/2026", "2026-12-31"],
    ["2026. 12. 31.", "2026-12-31"],
    ["2026年12月31日", "2026-12-31"],
    ["2026년 12월 31일 목요일", "2026-12-31"],
    ["31-Dec-26", FAULT],
    ["Thursday", FAULT],
    ["1/2/2026", FAULT],
    ["30/02/2026", FAULT],
    ["31/12/26", FAULT],
    ["2026-02-30", FAULT],
    ["soon", FAULT],
  ])("reads %s without knowing the format", (text, value) => {
    expect(read("date", text)).toEqual(value);
  });

  it("reads an ambiguous date by the stated order only", () => {
    expect(read("date", "1/2/2026", { dates: "day_first" })).toBe("2026-02-01");
    expect(read("date", "1/2/2026", { dates: "month_first" })).toBe("2026-01-02");
    expect(read("date", "31/12/26", { dates: "day_first" })).toBe("2026-12-31");
    expect(read("date", "31-Dec-26", { dates: "month_first" })).toBe("2026-12-31");
    expect(read("date", "12/31/2026", { dates: "day_first" })).toEqual(FAULT);
  });

  it("are read as every locale writes them, in digits, with the month's name and with the day of the week", () => {
    const locale = fc.constantFrom(
      ..."en-US en-GB de-DE fr-FR es-ES pt-BR nl-NL sv-SE it-IT".split(" "),
      ..."ja-JP ko-KR zh-CN hu-HU pl-PL ru-RU cs-CZ da-DK fi-FI tr-TR lt-LT ca-ES ar-EG".split(" "),
    );
    const day = fc.date({ min: new Date("1000-01-01"), max: new Date("2999-12-31"), noInvalidDate: true });
    const style = fc.constantFrom<Intl.DateTimeFormatOptions>(
      { year: "numeric", month: "numeric", day: "numeric" },
      { year: "numeric", month: "long", day: "numeric" },
      { year: "numeric", month: "short", day: "numeric" },
      { dateStyle: "full" },
      { dateStyle: "long" },
      { dateStyle: "medium" },
    );
    fc.assert(
      fc.property(locale, day, style, (tag, date, options) => {
        const format = new Intl.DateTimeFormat(tag, { ...options, timeZone: "UTC", calendar: "gregory" });
        const written = format.format(date);
        expect(read("date", written, formatsOf({ locale: tag })), written).toBe(
          date.toISOString().slice(0, 10),
        );
      }),
      { numRuns: 400 },
    );
  });
});

it("asks for the order of dates that a locale writes in both", () => {
  expect(read("date", "05/09/2026", formatsOf({ locale: "mt-MT" }))).toEqual(FAULT);
  expect(read("date", "05/09/2026", formatsOf({ locale: "mt-MT", dates: "day_first" }))).toBe("2026-09-05");
});

describe("dates of other calendars", () => {
  it("are read where only the year is counted otherwise, in digits and with the month's name", () => {
    const day = fc.date({ min: new Date("1900-01-01"), max: new Date("2099-12-31"), noInvalidDate: true });
    const style = fc.constantFrom<Intl.DateTimeFormatOptions>(
      { year: "numeric", month: "numeric", day: "numeric" },
      { year: "numeric", month: "2-digit", day: "2-digit" },
      { year: "numeric", month: "long", day: "numeric" },
    );
    fc.assert(
      fc.property(day, style, fc.constantFrom("buddhist", "gregory"), (date, options, calendar) => {
        const format = new Intl.DateTimeFormat("th-TH", { ...options, timeZone: "UTC", calendar });
        const written = format.format(date).replace("ค.ศ. ", "");
        const got = read("date", written, formatsOf({ locale: "th-TH" }));
        expect(got, written).toBe(date.toISOString().slice(0, 10));
      }),
      { numRuns: 200 },
    );
    expect(read("date", "29/2/2567", formatsOf({ locale: "th-TH" }))).toBe("2024-02-29");
  });

  it("are errors where days and months are others too, or a short year could be of either", () => {
    for (const [locale, text] of [
      ["fa-IR", "1405/09/06"],
      ["fa-IR", "۱۴۰۵/۰۹/۰۶"],
      ["ar-SA-u-ca-islamic-umalqura", "16/6/1448"],
      ["th-TH", "27/11/69"],
    ] as const)
      expect(read("date", text, formatsOf({ locale })), `${locale} ${text}`).toEqual(FAULT);
    expect(read("date", "2026-11-27", formatsOf({ locale: "fa-IR" }))).toBe("2026-11-27");
    expect(read("date", "2567-02-28", formatsOf({ locale: "en-GB" }))).toBe("2567-02-28");
  });
});

describe("other cells", () => {
  it.each([
    ["checkbox", "Ja", true],
    ["checkbox", "X", true],
    ["checkbox", "1", true],
    ["checkbox", "Nein", false],
    ["checkbox", "perhaps", FAULT],
    ["url", "acme.com", "https://acme.com"],
    ["url", "www.acme.co.uk/a?b=c", "https://www.acme.co.uk/a?b=c"],
    ["url", "http://acme.com", "http://acme.com"],
    ["url", "acme", "acme"],
    ["phone", "'+49 30 1", "+49 30 1"],
    ["text", "  ", null],
  ] as const)("reads a %s %s", (type, text, value) => {
    expect(read(type, text)).toEqual(value);
  });
});

describe("the guess of a file's formats", () => {
  const guess = (type: AttributeType, ...texts: string[]) =>
    guessFormats(texts.map((text) => ({ type, text })));

  it("follows the cells, and is empty if they show nothing or both formats", () => {
    expect(guess("number", "1,200", "1,200.50").decimal).toBe("point");
    expect(guess("currency", "1.200", "12,5 €").decimal).toBe("comma");
    expect(guess("number", "1,200", "5").decimal).toBeNull();
    expect(guess("number", "1.5", "1,5").decimal).toBeNull();
    expect(guess("date", "1/2/2026", "31/12/2026").dates).toBe("day_first");
    expect(guess("date", "12/31/2026").dates).toBe("month_first");
    expect(guess("date", "1/2/2026", "2026-12-31").dates).toBeNull();
    expect(guess("text", "31/12/2026")).toEqual(UNSTATED);
  });
});

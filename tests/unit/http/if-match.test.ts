import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { AppError } from "@/lib/http/app-error";
import { entityTag, isMatched, readIfMatch } from "@/lib/http/if-match";

describe("If-Match", () => {
  it.each<[header: string | null, versions: number[]]>([
    [null, [1, 2, 3]],
    ["*", [1, 2, 3]],
    [" * ", [1, 2, 3]],
    ['"2"', [2]],
    ['"1", "3"', [1, 3]],
    ['"1","3"', [1, 3]],
    [', ,"1" ,, "3",', [1, 3]],
    ['W/"2"', []],
    ['W/"2", "3"', [3]],
    ['"a,b", "2"', [2]],
    ['"x"', []],
    ['"02"', []],
    ['""', []],
  ])("%j lets the versions %j of three be changed", (header, versions) => {
    const ifMatch = readIfMatch(header);
    expect([1, 2, 3].filter((version) => isMatched(ifMatch, version))).toEqual(versions);
  });

  it.each([
    "",
    " ",
    ",",
    "2",
    "W/2",
    'w/"2"',
    '"2',
    '2"',
    '"1" "2"',
    '"1""2"',
    '*, "1"',
    '"a b"',
    "'1'",
    '"1", x',
  ])("refuses %j, and says what it takes", (header) => {
    expect(() => readIfMatch(header)).toThrow(AppError);
    expect(() => readIfMatch(header)).toThrow('such as "3"');
  });

  it("reads every list of tags that may be written", () => {
    const tag = fc.tuple(fc.boolean(), fc.stringMatching(/^[\x21\x23-\x7e]{0,12}$/));
    const gap = fc.constantFrom(",", ", ", " , ", ",,", "\t,");
    fc.assert(
      fc.property(fc.array(tag, { minLength: 1, maxLength: 6 }), gap, (tags, between) => {
        const header = tags.map(([isWeak, text]) => `${isWeak ? "W/" : ""}"${text}"`).join(between);
        const strong = tags.flatMap(([isWeak, text]) => (isWeak ? [] : [`"${text}"`]));
        expect(readIfMatch(header)).toEqual(strong);
      }),
    );
  });

  it("reads any text or refuses it, at once", () => {
    fc.assert(
      fc.property(fc.string({ maxLength: 200 }), (header) => {
        try {
          return Array.isArray(readIfMatch(header)) || header.trim() === "*";
        } catch (error) {
          return error instanceof AppError && error.code === "bad_request";
        }
      }),
    );
    expect(() => readIfMatch(`${" ,\t".repeat(5_000)}x`)).toThrow(AppError);
    expect(entityTag(3)).toBe('"3"');
  });
});

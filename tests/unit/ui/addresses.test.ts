import { expect, test } from "vitest";
import { addressesIn } from "@/lib/ui/members/addresses";

test.each([
  ["ada@example.com", ["ada@example.com"]],
  [" ada@example.com , grace@example.com;x@y.zz", ["ada@example.com", "grace@example.com", "x@y.zz"]],
  ["ada@example.com grace@example.com\nx@y.zz\r\n", ["ada@example.com", "grace@example.com", "x@y.zz"]],
  ["Ada Lovelace <ada@example.com>, Grace <grace@example.com>", ["ada@example.com", "grace@example.com"]],
  ['"Lovelace, Ada" <ada@example.com>', ["ada@example.com"]],
  ["<ada@example.com>", ["ada@example.com"]],
  ["ada@example.com, ADA@example.com", ["ADA@example.com"]],
  ["Ada\tada@example.com", ["ada@example.com"], ["Ada"]],
  ["ada, grace@example", [], ["ada", "grace@example"]],
  ["Ada <ada>", [], ["ada"]],
  ["a@b@c.dd", [], ["a@b@c.dd"]],
  ["", []],
  [" ,;\n ", []],
])("the addresses in %j", (text, addresses, others = [] as string[]) => {
  expect(addressesIn(text)).toEqual({ addresses, others });
});

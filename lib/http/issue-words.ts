import type { z } from "zod";

type Issue = z.core.$ZodIssue;

/** How zod begins a sentence of its own; what a schema says itself is left as it is. */
const OWN_WORDS = /^Too (big|small): /;

const NUMBER_WORDS = new Map([
  ["Invalid input: expected int, received number", "Must be a whole number"],
  ["Invalid input: expected number, received NaN", "Must be a number"],
]);

function sizeWords(origin: string, bound: "least" | "most", size: string): string {
  if (origin === "string")
    return `Must have at ${bound} ${size === "1" ? "1 character" : `${size} characters`}`;
  if (origin === "array" || origin === "set") return `Must hold at ${bound} ${size}`;
  return `Must be at ${bound} ${size}`;
}

/** What is wrong with a value, for those who read it at a field of the console or a public page: not in zod's notation. */
export function issueWords(issue: Issue): string {
  if (!OWN_WORDS.test(issue.message)) return NUMBER_WORDS.get(issue.message) ?? issue.message;
  if (issue.code === "too_small") {
    const { origin, minimum, inclusive = true } = issue;
    if (!inclusive) return `Must be more than ${minimum}`;
    const isEmpty = Number(minimum) === 1 && ["string", "array", "set"].includes(origin);
    return isEmpty ? "Must not be empty" : sizeWords(origin, "least", String(minimum));
  }
  if (issue.code === "too_big") {
    const { origin, maximum, inclusive = true } = issue;
    return inclusive ? sizeWords(origin, "most", String(maximum)) : `Must be less than ${maximum}`;
  }
  return issue.message;
}

/** The same of the first of several things that are wrong. */
export function firstWords({ issues: [issue] }: z.ZodError): string {
  return issue ? issueWords(issue) : "Not valid";
}

/** The same after where it stands, unless that is the whole: `app.name: Must not be empty`. */
export function firstFault(error: z.ZodError): string {
  return [error.issues[0]?.path.join("."), firstWords(error)].filter(Boolean).join(": ");
}

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
function issueWords(issue: Issue): string {
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

/** Something that is wrong with a value. */
type Fault = {
  path: readonly PropertyKey[];
  message: string;
  /** Where it is of another type altogether, which it could have been. */
  types: readonly string[];
  /** How many of its fields are unknown or missing. */
  misfits: number;
};

/** Of another type than all forms of a union. */
const isOther = ({ path, types }: Fault) => path.length === 0 && types.length > 0;

/** How far a value is from one form of a union: first by its type, then by its fields, then by what is in them. */
const distanceOf = (form: readonly Fault[]) =>
  form.reduce((sum, fault) => sum + (isOther(fault) ? 1e6 : 1 + fault.misfits * 1e3), 0);

/** What is wrong with a value that may take several forms: that of the form it comes closest to. */
function closest([first = [], ...others]: Fault[][]): Fault[] {
  const all = [first, ...others].flat();
  if (!all.every(isOther)) {
    return others.reduce((best, form) => (distanceOf(form) < distanceOf(best) ? form : best), first);
  }
  const types = [...new Set(all.flatMap((fault) => fault.types))];
  const named = [types.slice(0, -1).join(", "), types.at(-1)].filter(Boolean).join(" or ");
  return [{ path: [], message: `Invalid input: expected ${named}`, types, misfits: 0 }];
}

function faultsIn(issue: Issue): Fault[] {
  const { path } = issue;
  if (issue.code === "invalid_union" && issue.errors.length > 0) {
    const form = closest(issue.errors.map((issues) => issues.flatMap(faultsIn)));
    return form.map((fault) => ({ ...fault, path: [...path, ...fault.path] }));
  }
  // For a record's key, the problem is one level down.
  const [within = issue] = issue.code === "invalid_key" ? issue.issues : [];
  const isMissing = path.length === 1 && issue.message.endsWith("received undefined");
  return [
    {
      path,
      message: issueWords(within),
      types: issue.code === "invalid_type" ? [issue.expected] : [],
      misfits:
        issue.code === "unrecognized_keys" && path.length === 0 ? issue.keys.length : Number(isMissing),
    },
  ];
}

/** All that is wrong with a value, and where. */
export function faultsOf(error: z.ZodError): { path: string; message: string }[] {
  return error.issues.flatMap(faultsIn).map(({ path, message }) => ({ path: path.join("."), message }));
}

/** What is wrong with a value first. */
export function firstWords(error: z.ZodError): string {
  return faultsOf(error)[0]?.message ?? "Not valid";
}

/** The same after where it stands, unless that is the whole: `app.name: Must not be empty`. */
export function firstFault(error: z.ZodError): string {
  const [{ path, message } = { path: "", message: "Not valid" }] = faultsOf(error);
  return path === "" ? message : `${path}: ${message}`;
}

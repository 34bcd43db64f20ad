/** A token of SQL. Words are lower-cased, quoted names unquoted; comments and blanks yield no token. */
export type Token = { kind: "word" | "name" | "string" | "number" | "symbol"; text: string };

/** A statement of a script, and the line of the script on which it begins, counted from 1. */
export type Statement = { tokens: Token[]; line: number };

const BLANK = /\s+|--[^\n]*/y;
const ESCAPED_STRING = /e'(?:[^'\\]|\\[\s\S]|'')*(?:'|$)/iy;
const STRING = /(?:[bnx]|u&)?'(?:[^']|'')*(?:'|$)/iy;
const QUOTED_NAME = /(?:u&)?"((?:[^"]|"")*)(?:"|$)/iy;
const DOLLAR_TAG = /\$(?:[a-z_\u0080-\uffff][\w\u0080-\uffff]*)?\$/iy;
const WORD = /[a-z_\u0080-\uffff][\w$\u0080-\uffff]*/iy;
const NUMBER = /\d[\w.]*/y;

function match(pattern: RegExp, sql: string, at: number): RegExpExecArray | null {
  pattern.lastIndex = at;
  return pattern.exec(sql);
}

/** Where a block comment ends that begins at `at`. They nest in Postgres. */
function afterBlockComment(sql: string, at: number): number {
  let depth = 0;
  const edge = /\/\*|\*\//g;
  edge.lastIndex = at;
  for (let found = edge.exec(sql); found; found = edge.exec(sql)) {
    depth += found[0] === "/*" ? 1 : -1;
    if (depth === 0) return edge.lastIndex;
  }
  return sql.length;
}

/** The token at `at`, and where it ends; `token` is null for what means nothing. */
function tokenAt(sql: string, at: number): { token: Token | null; end: number } {
  const blank = match(BLANK, sql, at);
  if (blank) return { token: null, end: at + blank[0].length };
  if (sql.startsWith("/*", at)) return { token: null, end: afterBlockComment(sql, at) };
  const string = match(ESCAPED_STRING, sql, at) ?? match(STRING, sql, at);
  if (string) return { token: { kind: "string", text: string[0] }, end: at + string[0].length };
  const name = match(QUOTED_NAME, sql, at);
  if (name) {
    return {
      token: { kind: "name", text: (name[1] ?? "").replaceAll('""', '"') },
      end: at + name[0].length,
    };
  }
  const tag = match(DOLLAR_TAG, sql, at)?.[0];
  if (tag) {
    const close = sql.indexOf(tag, at + tag.length);
    const end = close < 0 ? sql.length : close + tag.length;
    return { token: { kind: "string", text: sql.slice(at, end) }, end };
  }
  const word = match(WORD, sql, at)?.[0];
  if (word) return { token: { kind: "word", text: word.toLowerCase() }, end: at + word.length };
  const number = match(NUMBER, sql, at)?.[0];
  if (number) return { token: { kind: "number", text: number }, end: at + number.length };
  return { token: { kind: "symbol", text: sql.charAt(at) }, end: at + 1 };
}

/** Whether this statement may contain a body of statements between BEGIN ATOMIC and END. */
function makesRoutine(tokens: Token[]): boolean {
  return (
    tokens[0]?.text === "create" &&
    tokens.slice(1, 4).some(({ text }) => text === "function" || text === "procedure")
  );
}

/**
 * Splits a script into statements where Postgres would: not within comments, strings, dollar quotes, parentheses or the
 * body of an SQL function. Empty statements are left out. Anything unclosed extends to the end of the script.
 */
export function splitStatements(sql: string): Statement[] {
  const statements: Statement[] = [];
  let tokens: Token[] = [];
  let line = 1;
  let parentheses = 0;
  let bodies = 0;
  let lineHere = 1;
  const finish = () => {
    if (tokens.length > 0) statements.push({ tokens, line });
    tokens = [];
    parentheses = 0;
    bodies = 0;
  };
  for (let at = 0; at < sql.length; ) {
    const { token, end } = tokenAt(sql, at);
    if (token?.kind === "symbol" && token.text === ";" && parentheses === 0 && bodies === 0) finish();
    else if (token) {
      if (tokens.length === 0) line = lineHere;
      tokens.push(token);
      if (token.kind === "symbol" && token.text === "(") parentheses += 1;
      if (token.kind === "symbol" && token.text === ")") parentheses = Math.max(0, parentheses - 1);
      if (token.kind === "word" && makesRoutine(tokens)) {
        if (token.text === "begin" || (token.text === "case" && bodies > 0)) bodies += 1;
        if (token.text === "end" && bodies > 0) bodies -= 1;
      }
    }
    lineHere += sql.slice(at, end).split("\n").length - 1;
    at = end;
  }
  finish();
  return statements;
}

/** Reads a statement from its beginning. */
export class Reader {
  private at = 0;
  private readonly tokens: Token[];
  constructor(tokens: Token[]) {
    this.tokens = tokens;
  }

  /** Skips these words if all of them come next. */
  take(...words: string[]): boolean {
    const stand = words.every((word, index) => {
      const token = this.tokens[this.at + index];
      return token?.kind === "word" && token.text === word;
    });
    if (stand) this.at += words.length;
    return stand;
  }

  /** Skips the first of these words that comes next, and returns it. */
  takeAny(...words: string[]): string | null {
    return words.find((word) => this.take(word)) ?? null;
  }

  symbol(text: string): boolean {
    const token = this.tokens[this.at];
    const stands = token?.kind === "symbol" && token.text === text;
    if (stands) this.at += 1;
    return stands;
  }

  /** A name with or without its schema; the schema `public` is left out. */
  name(): string {
    const parts: string[] = [];
    do {
      const token = this.tokens[this.at];
      if (token?.kind !== "word" && token?.kind !== "name") break;
      parts.push(token.text);
      this.at += 1;
    } while (this.symbol("."));
    return (parts[0] === "public" && parts.length > 1 ? parts.slice(1) : parts).join(".");
  }

  rest(): Token[] {
    return this.tokens.slice(this.at);
  }
}

/** Tokens outside of parentheses and brackets. */
export function outermost(tokens: Token[]): Token[] {
  let depth = 0;
  return tokens.filter((token) => {
    if (token.kind !== "symbol") return depth === 0;
    if (token.text === "(" || token.text === "[") {
      depth += 1;
      return false;
    }
    if (token.text === ")" || token.text === "]") {
      depth -= 1;
      return false;
    }
    return depth === 0;
  });
}

/** Splits at the commas outside of parentheses and brackets. */
export function splitAtCommas(tokens: Token[]): Token[][] {
  const parts: Token[][] = [[]];
  let depth = 0;
  for (const token of tokens) {
    if (token.kind === "symbol" && "([".includes(token.text)) depth += 1;
    if (token.kind === "symbol" && ")]".includes(token.text)) depth -= 1;
    if (token.kind === "symbol" && token.text === "," && depth === 0) parts.push([]);
    else parts.at(-1)?.push(token);
  }
  return parts;
}

/** Whether these words follow one another somewhere outside of parentheses. */
export function holds(tokens: Token[], ...words: string[]): boolean {
  const outer = outermost(tokens);
  return outer.some((_, at) =>
    words.every((word, index) => outer[at + index]?.kind === "word" && outer[at + index]?.text === word),
  );
}

/** A statement that Postgres refuses to run inside a transaction. */
export type Concurrent = { does: "create" | "drop" | "other"; index: string; table: string };

/** Reads a statement that works CONCURRENTLY; null for any other. */
export function concurrentWork({ tokens }: Statement): Concurrent | null {
  const reader = new Reader(tokens);
  if (reader.take("create")) {
    reader.take("unique");
    if (!reader.take("index", "concurrently")) return null;
    reader.take("if", "not", "exists");
    const index = reader.take("on") ? "" : reader.name();
    if (index !== "") reader.take("on");
    return { does: "create", index, table: reader.name() };
  }
  if (reader.take("drop", "index", "concurrently")) {
    reader.take("if", "exists");
    return { does: "drop", index: reader.name(), table: "" };
  }
  const reindexes = tokens[0]?.kind === "word" && tokens[0].text === "reindex";
  const detaches = reader.take("alter", "table") && holds(tokens, "detach", "partition");
  const isConcurrent = tokens.some(({ kind, text }) => kind === "word" && text === "concurrently");
  return (reindexes || detaches) && isConcurrent ? { does: "other", index: "", table: "" } : null;
}

import path from "node:path";
import {
  type Expression,
  isCallExpression,
  isObjectLiteralExpression,
  isPropertyAccessExpression,
  isPropertyAssignment,
  isShorthandPropertyAssignment,
  isTaggedTemplateExpression,
  type Node,
  type SourceFile,
} from "typescript/unstable/ast";
import { API, type Checker } from "typescript/unstable/sync";
import { promisedRows, type RowTypes, rowTypes } from "@/tests/support/row-types";
import { HOLE, Library, NotStatic, SqlTexts } from "@/tests/support/sql-texts";

/* Every raw statement of the code, with the rows that the code expects of it. */

export type RawStatement = {
  /** `lib/tokens/store.ts:12` */
  place: string;
  driver: "prisma" | "pg";
  rows: RowTypes;
  /** Each way in which the code may put it together, with `$1`, `$2`… for values. */
  texts: string[];
};

/** A statement that is put together from what is known only as it runs, and what that is. */
export type DynamicStatement = { place: string; why: string };

const ASKING = ["$queryRaw", "$executeRaw", ".query(", ".query<", "runPrepared", "askInTime", "askApart"];
const PG_CALLS = new Set(["query", "runPrepared", "askInTime", "askApart", "ask"]);

class Reader {
  private texts: SqlTexts;

  constructor(
    private readonly library: Library,
    private readonly file: SourceFile,
  ) {
    this.texts = new SqlTexts(library);
  }

  private get checker(): Checker {
    return this.library.project.checker;
  }

  private text(node: Node): string {
    return node.getText(node.getSourceFile());
  }

  private pgStatement(node: Expression): { rows: RowTypes; texts: () => string[] } | null {
    if (!isCallExpression(node)) return null;
    const callee = node.expression;
    const name = isPropertyAccessExpression(callee) ? callee.name.text : this.text(callee);
    // health and metrics each have an ask() of their own around one of the others.
    if (name === "ask" && !/askInTime|askApart/.test(this.file.text)) return null;
    if (!PG_CALLS.has(name) || (name === "query" && !isPropertyAccessExpression(callee))) return null;
    const rowNode = node.typeArguments?.[0];
    const rows = rowNode
      ? rowTypes(this.checker, this.checker.getTypeFromTypeNode(rowNode))
      : promisedRows(this.checker, node);
    const given = node.arguments[name === "runPrepared" ? 1 : 0];
    if (!given) return null;
    return { rows, texts: () => this.pgTexts(given) };
  }

  private pgTexts(given: Expression): string[] {
    if (!isObjectLiteralExpression(given)) return this.texts.plain(given, new Map());
    for (const property of given.properties) {
      if (isPropertyAssignment(property) && this.text(property.name) === "text") {
        return this.texts.plain(property.initializer, new Map());
      }
      if (isShorthandPropertyAssignment(property) && this.text(property.name) === "text") {
        const { node, scope } = this.texts.origin(property, new Map());
        return this.texts.plain(node, scope);
      }
    }
    throw new NotStatic(this.text(given));
  }

  private prismaStatement(node: Expression): { rows: RowTypes; texts: () => string[] } | null {
    const callee = isTaggedTemplateExpression(node)
      ? node.tag
      : isCallExpression(node)
        ? node.expression
        : null;
    const name = callee && isPropertyAccessExpression(callee) ? callee.name.text : "";
    if (name !== "$queryRaw" && name !== "$executeRaw") return null;
    const given = isCallExpression(node) ? (node.arguments[0] as Expression) : node;
    return {
      rows: name === "$queryRaw" ? promisedRows(this.checker, node) : null,
      texts: () => this.texts.sql(given, new Map()),
    };
  }

  read(found: { statements: RawStatement[]; dynamic: DynamicStatement[] }): void {
    const name = path.relative(process.cwd(), this.file.fileName);
    const visit = (node: Node): void => {
      const prisma = this.prismaStatement(node as Expression);
      const read = prisma ?? this.pgStatement(node as Expression);
      if (read) {
        const before = this.file.text.slice(0, node.getStart(this.file));
        const place = `${name}:${before.split("\n").length}`;
        this.texts = new SqlTexts(this.library);
        try {
          const texts = [...new Set(read.texts())].map((text) => {
            let values = 0;
            return text.replaceAll(HOLE, () => `$${++values}`);
          });
          found.statements.push({ place, driver: prisma ? "prisma" : "pg", rows: read.rows, texts });
        } catch (error) {
          if (!(error instanceof NotStatic)) throw error;
          found.dynamic.push({ place, why: error.message });
        }
      }
      node.forEachChild(visit);
    };
    visit(this.file);
  }
}

/** Every raw statement of `lib`, and those whose text the code alone does not say. */
export function readRawStatements(): { statements: RawStatement[]; dynamic: DynamicStatement[] } {
  const api = new API({ cwd: process.cwd() });
  try {
    const [project] = api.updateSnapshot({ openProject: path.resolve("tsconfig.json") }).getProjects();
    if (!project) throw new Error("tsconfig.json names no project");
    const found = { statements: [], dynamic: [] };
    const library = new Library(project);
    const asking = new Set(ASKING.flatMap((text) => library.naming(text)));
    for (const file of asking) new Reader(library, file).read(found);
    return found;
  } finally {
    api.close();
  }
}

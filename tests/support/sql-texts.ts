import { readFileSync } from "node:fs";
import {
  type Expression,
  isArrayLiteralExpression,
  isArrowFunction,
  isAsExpression,
  isBinaryExpression,
  isBindingElement,
  isCallExpression,
  isConditionalExpression,
  isElementAccessExpression,
  isFunctionDeclaration,
  isFunctionExpression,
  isIdentifier,
  isNonNullExpression,
  isNoSubstitutionTemplateLiteral,
  isObjectBindingPattern,
  isObjectLiteralExpression,
  isParameterDeclaration,
  isParenthesizedExpression,
  isPropertyAccessExpression,
  isPropertyAssignment,
  isReturnStatement,
  isSatisfiesExpression,
  isShorthandPropertyAssignment,
  isSpreadElement,
  isStringLiteral,
  isTaggedTemplateExpression,
  isTemplateExpression,
  isVariableDeclaration,
  type Node,
  type ParameterDeclaration,
  type SourceFile,
  SyntaxKind,
  type TemplateLiteral,
} from "typescript/unstable/ast";
import type { Symbol as CheckedSymbol, Checker, Project, Type } from "typescript/unstable/sync";

/*
 * Reads the SQL out of an expression, as far as it stands in the code: of a template's holes, fragments are followed to
 * where they are written, and values become holes. Where code chooses between fragments, each choice is a text of its own.
 */

const CHOICES_MAX = 64;
const STEPS_MAX = 20_000;
/** Stands in a text where a value goes. */
export const HOLE = "\u0001";

/** What is known only as the code runs. */
export class NotStatic extends Error {}
/** What the parameters of the functions that were entered stand for. */
export type Scope = Map<string, Origin>;
type Origin = { node: Expression; scope: Scope };

/** Every text with one of each list, in order; where these are too many, so many that each choice is among them. */
function combine(parts: string[][]): string[] {
  let texts = [""];
  for (const choices of parts) {
    const longest = Math.max(texts.length, choices.length);
    texts =
      texts.length * choices.length <= CHOICES_MAX
        ? texts.flatMap((text) => choices.map((choice) => text + choice))
        : Array.from(
            { length: longest },
            (_, at) => `${texts[at % texts.length]}${choices[at % choices.length]}`,
          );
  }
  return texts;
}

/** The files of `lib` that may hold statements, or pass parts of one on. */
export class Library {
  private readonly names: string[];
  constructor(readonly project: Project) {
    this.names = project.rootFiles.filter((name) => /\/lib\/(?!ui\/|platform\/prisma\/)/.test(name));
  }

  /** Those in which a text stands. */
  naming(text: string): SourceFile[] {
    return this.names
      .filter((name) => readFileSync(name, "utf8").includes(text))
      .map((name) => this.project.program.getSourceFile(name))
      .filter((file) => file !== undefined);
  }
}

/** Reads the texts of one statement. */
export class SqlTexts {
  private readonly reading = new Set<Node>();
  private steps = 0;

  constructor(private readonly library: Library) {}

  private get project(): Project {
    return this.library.project;
  }

  private get checker(): Checker {
    return this.project.checker;
  }

  private text(node: Node): string {
    return node.getText(node.getSourceFile());
  }

  private typeOf(node: Node): Type | undefined {
    return this.checker.getTypeAtLocation(node);
  }

  private isSql(node: Node): boolean {
    const type = this.typeOf(node);
    const each = type?.isUnionType() ? type.getTypes() : [type];
    return each.some((part) => part?.getSymbol()?.name === "Sql");
  }

  /** The declaration behind a name, wherever it is imported from. */
  private declaration(symbol: CheckedSymbol | undefined): { node: Node; key: string } {
    if (!symbol) throw new NotStatic("a name without a declaration");
    const real = symbol.declarations.some(({ kind }) => kind === SyntaxKind.ImportSpecifier)
      ? this.checker.getAliasedSymbol(symbol)
      : symbol;
    const handle = real.valueDeclaration;
    const node = handle?.resolve(this.project);
    if (!handle || !node) throw new NotStatic(`${symbol.name}, which is not written here`);
    return { node, key: `${handle.path}:${handle.index}` };
  }

  private symbolOf(node: Node): CheckedSymbol | undefined {
    return isShorthandPropertyAssignment(node)
      ? this.checker.getShorthandAssignmentValueSymbol(node)
      : this.checker.getSymbolAtLocation(node);
  }

  /** What an identifier is made of. */
  origin(node: Node, scope: Scope): Origin {
    const { node: declared, key } = this.declaration(this.symbolOf(node));
    const given = scope.get(key);
    if (given) return given;
    if (isVariableDeclaration(declared) && declared.initializer) return { node: declared.initializer, scope };
    if (isParameterDeclaration(declared) && declared.initializer)
      return { node: declared.initializer, scope };
    // const { text, values } = Prisma.sql`…`
    if (isBindingElement(declared)) {
      const list = declared.parent.parent;
      const named = declared.propertyName ?? declared.name;
      const name = named ? this.text(named) : "";
      if (
        isVariableDeclaration(list) &&
        list.initializer &&
        name === "text" &&
        this.isSql(list.initializer)
      ) {
        return { node: list.initializer, scope };
      }
    }
    return { node: declared as Expression, scope };
  }

  /** What a parameter gets wherever its function is called. */
  private passed(parameter: ParameterDeclaration, scope: Scope): Origin[] {
    const of: Node = parameter.parent;
    if (!isFunctionDeclaration(of) && !isArrowFunction(of)) return [];
    const named = isFunctionDeclaration(of)
      ? of.name
      : isVariableDeclaration(of.parent)
        ? of.parent.name
        : undefined;
    const symbol = named && this.checker.getSymbolAtLocation(named);
    if (!symbol) return [];
    const { key } = this.declaration(symbol);
    const index = of.parameters.indexOf(parameter);
    const arguments_: Origin[] = [];
    const visit = (each: Node): void => {
      if (isCallExpression(each) && this.text(each.expression) === symbol.name) {
        const argument = each.arguments[index] ?? parameter.initializer;
        if (argument && this.declaration(this.checker.getSymbolAtLocation(each.expression)).key === key) {
          arguments_.push({ node: argument, scope });
        }
      }
      each.forEachChild(visit);
    };
    for (const file of this.library.naming(symbol.name)) visit(file);
    return arguments_;
  }

  /** What a function gives back: each of its returns. */
  private returns(callee: Expression, given: readonly Expression[], scope: Scope): Origin[] {
    let { node } = this.declaration(this.checker.getSymbolAtLocation(callee));
    if (isVariableDeclaration(node) && node.initializer) node = node.initializer;
    if (!isArrowFunction(node) && !isFunctionDeclaration(node) && !isFunctionExpression(node)) {
      throw new NotStatic(`${this.text(callee)}(), whose code is not here`);
    }
    const inside: Scope = new Map(scope);
    node.parameters.forEach((parameter, index) => {
      const argument = given[index];
      const symbol = isIdentifier(parameter.name)
        ? this.checker.getSymbolAtLocation(parameter.name)
        : undefined;
      if (argument && symbol && isIdentifier(parameter.name)) {
        inside.set(this.declaration(symbol).key, { node: argument, scope });
      }
      if (argument && isObjectBindingPattern(parameter.name) && isObjectLiteralExpression(argument)) {
        for (const element of parameter.name.elements) {
          const its = element.name && this.checker.getSymbolAtLocation(element.name);
          const property = argument.properties.find(
            (one) =>
              (isPropertyAssignment(one) || isShorthandPropertyAssignment(one)) &&
              this.text(one.name) === its?.name,
          );
          if (!its || !property) continue;
          const value = isPropertyAssignment(property)
            ? property.initializer
            : (property as Node as Expression);
          inside.set(this.declaration(its).key, { node: value, scope });
        }
      }
    });
    if (!node.body) return [];
    if (isArrowFunction(node) && node.body.kind !== SyntaxKind.Block) {
      return [{ node: node.body as Expression, scope: inside }];
    }
    const found: Origin[] = [];
    const visit = (each: Node): void => {
      if (isArrowFunction(each) || isFunctionExpression(each) || isFunctionDeclaration(each)) return;
      if (isReturnStatement(each) && each.expression) found.push({ node: each.expression, scope: inside });
      each.forEachChild(visit);
    };
    node.body.forEachChild(visit);
    return found;
  }

  /** The branches of what is no text by itself; null for what is. */
  private branches(node: Expression, scope: Scope): Origin[] | null {
    if (
      isParenthesizedExpression(node) ||
      isAsExpression(node) ||
      isNonNullExpression(node) ||
      isSatisfiesExpression(node)
    ) {
      return [{ node: node.expression, scope }];
    }
    if (isConditionalExpression(node)) {
      return [
        { node: node.whenTrue, scope },
        { node: node.whenFalse, scope },
      ];
    }
    if (isBinaryExpression(node) && node.operatorToken.kind === SyntaxKind.QuestionQuestionToken) {
      return [
        { node: node.left, scope },
        { node: node.right, scope },
      ];
    }
    if (isIdentifier(node) || isShorthandPropertyAssignment(node)) return [this.origin(node, scope)];
    if (isParameterDeclaration(node)) return this.passed(node, scope);
    if (isElementAccessExpression(node) || isPropertyAccessExpression(node)) return this.members(node, scope);
    if (isCallExpression(node)) return this.returns(node.expression, node.arguments, scope);
    return null;
  }

  /** What `OBJECT.key` or `OBJECT[key]` may be. */
  private members(node: Expression, scope: Scope): Origin[] {
    if (!isElementAccessExpression(node) && !isPropertyAccessExpression(node)) return [];
    let object: Origin = { node: node.expression, scope };
    while (isIdentifier(object.node)) object = this.origin(object.node, object.scope);
    while (isAsExpression(object.node) || isSatisfiesExpression(object.node)) {
      object = { node: object.node.expression, scope: object.scope };
    }
    if (!isObjectLiteralExpression(object.node)) throw new NotStatic(this.text(node));
    const key = isPropertyAccessExpression(node) ? node.name.text : null;
    const asked = object.node.properties
      .filter((each) => isPropertyAssignment(each) || isShorthandPropertyAssignment(each))
      .filter(({ name }) => key === null || this.text(name) === key)
      .map((each) => (isPropertyAssignment(each) ? each.initializer : (each as Node as Expression)));
    if (asked.length === 0) throw new NotStatic(this.text(node));
    return asked.map((each) => ({ node: each, scope: object.scope }));
  }

  private template(template: TemplateLiteral, fill: (hole: Expression) => string[]): string[] {
    if (isNoSubstitutionTemplateLiteral(template)) return [template.text];
    const parts: string[][] = [[template.head.text]];
    for (const span of template.templateSpans) parts.push(fill(span.expression), [span.literal.text]);
    return combine(parts);
  }

  /** The texts of a fragment (Prisma.Sql). */
  sql(node: Expression, scope: Scope): string[] {
    if (isTaggedTemplateExpression(node)) {
      return this.template(node.template, (hole) => (this.isSql(hole) ? this.sql(hole, scope) : [HOLE]));
    }
    const text = this.text(node);
    if (text === "Prisma.empty") return [""];
    if (isCallExpression(node) && text.startsWith("Prisma.raw(")) {
      return this.plain(node.arguments[0] as Expression, scope);
    }
    if (isCallExpression(node) && text.startsWith("Prisma.join(")) return this.join(node, scope);
    const branches = this.branches(node, scope);
    return this.each(node, branches, (branch) =>
      this.isSql(branch.node) ? this.sql(branch.node, branch.scope) : [HOLE],
    );
  }

  /** A list that is made as the code runs is taken for a list of one. */
  private join(call: Expression, scope: Scope): string[] {
    if (!isCallExpression(call)) return [];
    const [given, separator, prefix, suffix] = call.arguments;
    let list: Origin = { node: given as Expression, scope };
    while (isIdentifier(list.node) && this.holdsSql(list.node)) list = this.origin(list.node, list.scope);
    const text = (node: Expression | undefined, otherwise: string) =>
      node ? this.plain(node, scope) : [otherwise];
    const [between = ""] = text(separator, ",");
    return this.lists(list.node, list.scope)
      .filter((items) => items.length > 0)
      .flatMap((items) => {
        const parts = items.flatMap((item, index) => (index === 0 ? [item] : [[between], item]));
        return combine([text(prefix, ""), ...parts, text(suffix, "")]);
      });
  }

  /** The lists that an array may be, each as the texts of its elements. */
  private lists(node: Expression, scope: Scope): string[][][] {
    const one = (element: Expression): string[] => (this.isSql(element) ? this.sql(element, scope) : [HOLE]);
    if (isParenthesizedExpression(node)) return this.lists(node.expression, scope);
    if (isConditionalExpression(node)) {
      return [...this.lists(node.whenTrue, scope), ...this.lists(node.whenFalse, scope)];
    }
    if (isArrayLiteralExpression(node)) {
      let lists: string[][][] = [[]];
      for (const element of node.elements) {
        const more = isSpreadElement(element) ? this.lists(element.expression, scope) : [[one(element)]];
        lists = lists.flatMap((list) => more.map((items) => [...list, ...items]));
      }
      return lists;
    }
    if (!this.holdsSql(node)) return [[[HOLE]]];
    if (isCallExpression(node) && this.text(node.expression).endsWith(".map")) {
      const [each] = node.arguments;
      if (each && isArrowFunction(each) && each.body.kind !== SyntaxKind.Block)
        return [[one(each.body as Expression)]];
      if (each && isIdentifier(each)) {
        const returned = this.returns(each, [], scope);
        return [[this.each(each, returned, (branch) => this.sql(branch.node, branch.scope))]];
      }
    }
    throw new NotStatic(this.text(node));
  }

  private holdsSql(list: Node): boolean {
    const type = this.typeOf(list);
    if (!type || !this.checker.isArrayLikeType(type)) return false;
    const [element] = this.checker.getTypeArguments(type as never);
    return element?.getSymbol()?.name === "Sql";
  }

  /** The texts of a string. */
  plain(node: Expression, scope: Scope): string[] {
    if (isStringLiteral(node)) return [node.text];
    if (isNoSubstitutionTemplateLiteral(node) || isTemplateExpression(node)) {
      return this.template(node, (hole) => this.plain(hole, scope));
    }
    const type = this.typeOf(node);
    if (type?.isStringLiteralType() || type?.isNumberLiteralType()) return [String(type.value)];
    if (this.isSql(node)) return this.sql(node, scope);
    if (isPropertyAccessExpression(node) && node.name.text === "text" && this.isSql(node.expression)) {
      return this.sql(node.expression, scope);
    }
    const branches = this.branches(node, scope);
    return this.each(node, branches, (branch) => this.plain(branch.node, branch.scope));
  }

  /** The texts of those branches that have any. */
  private each(node: Node, branches: Origin[] | null, read: (branch: Origin) => string[]): string[] {
    if (this.reading.has(node)) throw new NotStatic(`${this.text(node)}, which goes in circles`);
    this.steps += 1;
    if (this.steps > STEPS_MAX) throw new NotStatic("too many choices");
    this.reading.add(node);
    let reason = this.text(node);
    const texts = (branches ?? []).flatMap((branch) => {
      try {
        return read(branch);
      } catch (error) {
        if (!(error instanceof NotStatic)) throw error;
        reason = error.message;
        return [];
      }
    });
    this.reading.delete(node);
    if (texts.length === 0) throw new NotStatic(reason);
    return texts;
  }
}

import type { Node } from "typescript/unstable/ast";
import { type Checker, type Type, TypeFlags } from "typescript/unstable/sync";

/** What a column is to TypeScript. */
export type Kind =
  | "string"
  | "number"
  | "bigint"
  | "boolean"
  | "Date"
  | "bytes"
  | "object"
  | "any"
  | `${string}[]`;

/** The rows that the code expects: for each type of a union its properties. null where it names none. */
export type RowTypes = Map<string, Kind>[] | null;

function kindOf(checker: Checker, type: Type): Kind {
  const parts = type.isUnionType() ? type.getTypes() : [type];
  const kinds = new Set(
    parts.flatMap((part): Kind[] => {
      if (part.flags & (TypeFlags.Null | TypeFlags.Undefined)) return [];
      if (part.flags & TypeFlags.StringLike) return ["string"];
      if (part.flags & TypeFlags.NumberLike) return ["number"];
      if (part.flags & TypeFlags.BigIntLike) return ["bigint"];
      if (part.flags & TypeFlags.BooleanLike) return ["boolean"];
      if (part.flags & (TypeFlags.Any | TypeFlags.Unknown)) return ["any"];
      const name = part.getSymbol()?.name ?? "";
      if (name === "Date") return ["Date"];
      if (name === "Uint8Array" || name === "Buffer") return ["bytes"];
      if (checker.isArrayType(part)) {
        const [element] = checker.getTypeArguments(part as never);
        return [`${element ? kindOf(checker, element) : "any"}[]`];
      }
      return ["object"];
    }),
  );
  return kinds.size === 1 ? ([...kinds][0] as Kind) : "any";
}

/** The rows that a type stands for; null where it says nothing of them. */
export function rowTypes(checker: Checker, type: Type | undefined): RowTypes {
  if (!type || type.flags & (TypeFlags.Any | TypeFlags.Unknown | TypeFlags.TypeParameter)) return null;
  return (type.isUnionType() ? type.getTypes() : [type]).map(
    (part) =>
      new Map(
        checker.getPropertiesOfType(part).map((property): [string, Kind] => {
          const its = checker.getTypeOfSymbol(property);
          return [property.name, its ? kindOf(checker, its) : "any"];
        }),
      ),
  );
}

/** The rows of a `Promise<Row[]>`. */
export function promisedRows(checker: Checker, node: Node): RowTypes {
  const promise = checker.getTypeAtLocation(node);
  const [list] = promise ? checker.getTypeArguments(promise as never) : [];
  if (!list || !checker.isArrayType(list)) return null;
  return rowTypes(checker, checker.getTypeArguments(list as never)[0]);
}

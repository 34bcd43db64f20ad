import { db, escapeLike, Prisma } from "@/lib/platform/database";
import { APOSTROPHES, loosen, SPELLINGS } from "@/lib/platform/loose-text";

const ACCENTS = "\\u0300-\\u036f";

const LETTERS = Object.entries(SPELLINGS);
const SINGLE = LETTERS.filter(([, as]) => as.length === 1);
const DOUBLE = LETTERS.filter(([, as]) => as.length > 1);
const joined = (letters: typeof LETTERS, side: 0 | 1) => letters.map((letter) => letter[side]).join("");

/** What `loosen` makes of a text. Accents of other scripts stay, where they are letters to whoever types them. */
function loosened(text: Prisma.Sql): Prisma.Sql {
  const bare = Prisma.sql`regexp_replace(normalize(${text}, NFKD), ${`[${ACCENTS}${APOSTROPHES}]`}, '', 'g')`;
  const single = Prisma.sql`translate(${bare}, ${joined(SINGLE, 0)}, ${joined(SINGLE, 1)})`;
  const plain = DOUBLE.reduce((now, [letter, as]) => Prisma.sql`replace(${now}, ${letter}, ${as})`, single);
  return Prisma.sql`lower(${plain})`;
}

/** Whether a text holds each of these, which are loosened, once it is too. Most texts need no work for that. */
export function holdsLoosely(text: Prisma.Sql, loose: readonly string[]): Prisma.Sql {
  return Prisma.sql`((octet_length(${text}) <> char_length(${text}) OR strpos(${text}, '''') > 0)
    AND ${loosened(text)} LIKE ALL(${loose.map((part) => `%${escapeLike(part)}%`)}::text[]))`;
}

/** Whether a text holds `part`, in either case, typed with its accents or without. */
export function holdsPart(text: Prisma.Sql, part: string): Prisma.Sql {
  const asTyped = Prisma.sql`${text} ILIKE ${`%${escapeLike(part)}%`}`;
  const loose = loosen(part);
  // A lone apostrophe or accent leaves nothing, which every text holds.
  if (loose.trim() === "") return asTyped;
  const withoutAccents = Prisma.sql`${text} ILIKE ${`%${escapeLike(loose)}%`}`;
  return Prisma.sql`(${asTyped} OR ${withoutAccents} OR ${holdsLoosely(text, [loose])})`;
}

/**
 * The ids of rows one of whose texts holds `part`, as `holdsPart` says. It reads all of the rows: for lists of which a
 * workspace has some thousands at most.
 * @param rows what follows `FROM`, up to its condition; its table is called `x`
 */
export async function idsHolding(
  part: string,
  texts: readonly Prisma.Sql[],
  rows: Prisma.Sql,
): Promise<string[]> {
  const tests = texts.map((text) => holdsPart(text, part));
  const found = await db().$queryRaw<{ id: string }[]>`
    SELECT x.id::text AS id FROM ${rows} AND (${Prisma.join(tests, " OR ")})`;
  return found.map((row) => row.id);
}

/** The same for a workspace's rows of a table by their names. */
export async function idsNamed(part: string, table: Prisma.Sql, workspaceId: string): Promise<string[]> {
  const rows = Prisma.sql`${table} x WHERE x.workspace_id = ${workspaceId}::uuid`;
  return idsHolding(part, [Prisma.sql`x.name`], rows);
}

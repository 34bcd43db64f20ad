import type { Metadata } from "next";
import { env } from "@/lib/platform/env";
import {
  PASSWORD_TRIES_PER_ADDRESS_MAX,
  PASSWORD_TRIES_WINDOW_MINUTES,
  ROWS_PER_TABLE_MAX,
} from "@/lib/tables/limits";
import { countRows, listRows } from "@/lib/tables/rows/list/list-rows";
import { PublicRow, SharedTable as Shared } from "@/lib/tables/schema";
import { getSharedTable } from "@/lib/tables/shared/get-shared-table";
import { Markdown } from "@/lib/ui/light-kit/markdown/markdown";
import { PublicFrame, PublicNotice } from "@/lib/ui/public/frame";
import { Report } from "@/lib/ui/public/report";
import { PAGE_ROWS } from "@/lib/ui/tables/grid/limits";
import classes from "@/lib/ui/tables/public/public.module.css";
import { SharedTable } from "@/lib/ui/tables/public/shared-table";
import { openVisit, pagePath, shownName } from "./visit";

type Props = {
  params: Promise<{ token: string }>;
  searchParams: Promise<Record<string, string | string[] | undefined>>;
};

const ALL = { sort: "created_at", limit: PAGE_ROWS, deleted: false } as const;

export async function generateMetadata({ params }: Props): Promise<Metadata> {
  const { token } = await params;
  const title = shownName(await openVisit(token));
  return {
    title,
    robots: { index: false, follow: false },
    referrer: "no-referrer",
    openGraph: {
      title,
      type: "website",
      images: [{ url: `${env().BASE_URL}${pagePath(token)}/image`, width: 1_200, height: 630 }],
    },
  };
}

function PasswordPage({ token, problem }: { token: string; problem: string | null }) {
  return (
    <PublicNotice
      title="This table is protected by a password"
      text="Whoever gave you the link can tell you the password."
    >
      <form method="post" action={`${pagePath(token)}/unlock`} className={classes.password}>
        <label htmlFor="password">Password</label>
        <input
          id="password"
          name="password"
          type="password"
          className="public-input"
          required
          autoComplete="current-password"
          aria-describedby="password-problem"
          aria-invalid={problem !== null}
        />
        <p id="password-problem" role={problem === null ? undefined : "alert"}>
          {problem ??
            `You have ${PASSWORD_TRIES_PER_ADDRESS_MAX} tries in ${PASSWORD_TRIES_WINDOW_MINUTES} minutes.`}
        </p>
        <button type="submit" className="public-button">
          Open the table
        </button>
      </form>
    </PublicNotice>
  );
}

function problemOf(query: Awaited<Props["searchParams"]>): string | null {
  const minutes = Number(query.wait);
  if (minutes > 0 && minutes <= PASSWORD_TRIES_WINDOW_MINUTES) {
    return `Too many passwords were tried. Try again in ${minutes} ${minutes === 1 ? "minute" : "minutes"}.`;
  }
  return query.wrong === undefined
    ? null
    : `That is not the password. After ${PASSWORD_TRIES_PER_ADDRESS_MAX} wrong ones you have to wait ${PASSWORD_TRIES_WINDOW_MINUTES} minutes.`;
}

/** A table as a share link shows it: readable as it comes, and worked in once its grid is there. */
export default async function SharedTablePage({ params, searchParams }: Props) {
  const { token } = await params;
  const query = await searchParams;
  const visit = await openVisit(token);
  if (visit.kind === "locked") return <PasswordPage token={token} problem={problemOf(query)} />;
  if (visit.kind === "busy") {
    return (
      <PublicNotice
        title="Too many visits at once"
        text={`Wait ${Math.ceil(visit.retryAfterS)} seconds, then load the page again.`}
      />
    );
  }
  const { scope, ticket } = visit;
  // As the API answers: nothing leaves that its schemas don't name.
  const table = Shared.parse(getSharedTable(scope));
  const page = Math.min(
    Math.max(0, Math.floor(Number(query.page ?? 0)) || 0),
    ROWS_PER_TABLE_MAX / PAGE_ROWS,
  );
  const [rows, { count }] = await Promise.all([
    listRows(scope, { ...ALL, offset: page * PAGE_ROWS }),
    countRows(scope, {}),
  ]);
  const items = rows.items.map((row) => PublicRow.parse(row));
  return (
    <PublicFrame width="full" report={<Report action={`${pagePath(token)}/report`} />}>
      <h1 className="public-title">{table.name}</h1>
      {table.description === "" ? null : (
        <Markdown className="public-lead" text={table.description} level={2} isByVisitor />
      )}
      <SharedTable
        token={token}
        ticket={table.needs_password ? ticket : null}
        name={table.name}
        isEditable={table.permission === "edit"}
        columns={table.columns}
        rows={items}
        page={page}
        count={count}
        path={pagePath(token)}
      />
    </PublicFrame>
  );
}

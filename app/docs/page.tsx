import { introduction, listAreas } from "@/app/docs/reference";
import { env } from "@/lib/platform/env";
import { Link } from "@/lib/ui/kit/pages/link";
import { CodeSample } from "./code-sample";
import classes from "./docs.module.css";
import { GUIDES } from "./guides";
import { MethodBadge } from "./method-badge";
import { Prose } from "./prose";

export default async function DocsPage() {
  const { BASE_URL } = env();
  const [areas, paragraphs] = await Promise.all([listAreas(BASE_URL), introduction()]);
  return (
    <>
      <h1 className={classes.title}>API reference</h1>
      <div className={classes.intro}>
        {paragraphs.map((paragraph) => (
          <p key={paragraph} className={classes.paragraph}>
            <Prose text={paragraph} />
          </p>
        ))}
      </div>
      <CodeSample
        title="A first call"
        text={`curl "${BASE_URL}/api/v1/developers/me" \\\n  -H "Authorization: Bearer $TOKEN"`}
      />
      <p className={classes.paragraph}>
        All of it as an OpenAPI 3.1 document: <a href="/api/v1/openapi.json">/api/v1/openapi.json</a>
      </p>
      <section aria-labelledby="guides" className={classes.overview}>
        <h2 id="guides" className={classes.overviewTitle}>
          Guides
        </h2>
        {GUIDES.map(({ href, name, description }) => (
          <p key={href} className={classes.paragraph}>
            <Link href={href} prefetch={false}>
              {name}
            </Link>
            : <Prose text={description} />
          </p>
        ))}
      </section>
      {areas.map((area) => (
        <section key={area.slug} aria-labelledby={area.slug} className={classes.overview}>
          <h2 id={area.slug} className={classes.overviewTitle}>
            <Link href={`/docs/${area.slug}`} prefetch={false}>
              {area.name}
            </Link>
          </h2>
          <p className={classes.paragraph}>{area.description}</p>
          <ul className={classes.overviewList}>
            {area.operations.map(({ id, method, path, summary }) => (
              <li key={id}>
                <Link href={`/docs/${area.slug}#${id}`} prefetch={false} className={classes.overviewRow}>
                  <MethodBadge method={method} />
                  <code>{path}</code>
                  <span>{summary}</span>
                </Link>
              </li>
            ))}
          </ul>
        </section>
      ))}
    </>
  );
}

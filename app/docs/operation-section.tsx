import type { ReactNode } from "react";
import type { Operation } from "@/app/docs/reference";
import { CodeSample } from "./code-sample";
import classes from "./docs.module.css";
import { FieldList } from "./field-list";
import { MethodBadge } from "./method-badge";
import { Prose } from "./prose";

function Part({ title, children }: { title: string; children: ReactNode }) {
  return (
    <>
      <h3 className={classes.partTitle}>{title}</h3>
      {children}
    </>
  );
}

/** One operation: what it takes and answers on the left, how to call it on the right. */
export function OperationSection({ operation }: { operation: Operation }) {
  const { id, method, path, summary, description, authentication, success } = operation;
  const inPath = operation.parameters.filter((each) => each.in === "path");
  const inHeaders = operation.parameters.filter((each) => each.in === "header");
  const inQuery = operation.parameters.filter((each) => each.in === "query");
  return (
    <section id={id} aria-labelledby={`${id}-title`} className={classes.operation}>
      <div>
        <h2 id={`${id}-title`} className={classes.operationTitle}>
          <a href={`#${id}`}>{summary}</a>
        </h2>
        <p className={classes.endpoint}>
          <MethodBadge method={method} />
          <code>{path}</code>
        </p>
        {description?.split("\n\n").map((paragraph) => (
          <p key={paragraph} className={classes.paragraph}>
            <Prose text={paragraph} />
          </p>
        ))}
        {authentication.split("\n\n").map((paragraph) => (
          <p key={paragraph} className={classes.paragraph}>
            <Prose text={paragraph} />
          </p>
        ))}
        {inPath.length > 0 ? (
          <Part title="In the path">
            <FieldList fields={inPath} />
          </Part>
        ) : null}
        {inQuery.length > 0 ? (
          <Part title="In the query">
            <FieldList fields={inQuery} />
          </Part>
        ) : null}
        {inHeaders.length > 0 ? (
          <Part title="In the headers">
            <FieldList fields={inHeaders} />
          </Part>
        ) : null}
        {operation.body ? (
          <Part title="Body">
            <FieldList fields={operation.body} />
          </Part>
        ) : null}
        <Part title="Answers">
          <ul className={classes.answers}>
            <li>
              <details className={classes.answer}>
                <summary>
                  <span className={classes.status} data-ok>
                    {success.status}
                  </span>
                  {success.description}
                </summary>
                {success.fields.length > 0 ? <FieldList fields={success.fields} /> : null}
              </details>
            </li>
            {operation.errors.map((error) => (
              <li key={error.status} className={classes.answer}>
                <span className={classes.status}>{error.status}</span>
                <span>
                  <Prose text={error.description} />
                </span>
              </li>
            ))}
          </ul>
        </Part>
      </div>
      <div className={classes.how}>
        <CodeSample title="Request" text={operation.curl} />
        {success.example ? <CodeSample title={`Answer ${success.status}`} text={success.example} /> : null}
      </div>
    </section>
  );
}

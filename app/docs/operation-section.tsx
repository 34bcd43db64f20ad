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

/** A status and what it means; the fields of its body can be folded out. */
function AnswerItem({ answer }: { answer: Operation["answers"][number] }) {
  const { status, description, fields } = answer;
  const label = (
    <span className={classes.status} data-ok={Number(status) < 400 || undefined}>
      {status}
    </span>
  );
  const text = (
    <span>
      <Prose text={description} />
    </span>
  );
  if (fields.length === 0) {
    return (
      <li className={classes.answer}>
        {label}
        {text}
      </li>
    );
  }
  return (
    <li>
      <details className={classes.answer}>
        <summary>
          {label}
          {text}
        </summary>
        <FieldList fields={fields} />
      </details>
    </li>
  );
}

/** One operation: what it takes and answers on the left, how to call it on the right. */
export function OperationSection({ operation }: { operation: Operation }) {
  const { id, method, path, summary, description, authentication, answers, example } = operation;
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
            {answers.map((answer) => (
              <AnswerItem key={answer.status} answer={answer} />
            ))}
          </ul>
        </Part>
      </div>
      <div className={classes.how}>
        <CodeSample title="Request" text={operation.curl} />
        {example ? <CodeSample title={`Answer ${answers[0]?.status}`} text={example} /> : null}
      </div>
    </section>
  );
}

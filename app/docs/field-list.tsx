import type { Field } from "@/app/docs/schema";
import classes from "./docs.module.css";
import { Prose } from "./prose";

/** Fields with what each may hold; the inner ones of an object can be folded away. */
export function FieldList({ fields }: { fields: Field[] }) {
  return (
    <ul className={classes.fields}>
      {fields.map((field) => (
        <li key={field.name} className={classes.field}>
          <div className={classes.fieldHead}>
            <code className={classes.fieldName}>{field.name}</code>
            <span className={classes.fieldType}>{field.type}</span>
            {field.isRequired ? <span className={classes.required}>required</span> : null}
          </div>
          {field.description ? (
            <p className={classes.fieldText}>
              <Prose text={field.description} />
            </p>
          ) : null}
          {field.constraints.length > 0 ? (
            <p className={classes.fieldText}>{field.constraints.join(" · ")}</p>
          ) : null}
          {field.fields.length > 0 ? (
            <details className={classes.inner}>
              <summary>
                {field.fields.length} {field.fields.length === 1 ? "field" : "fields"} of{" "}
                <code>{field.name}</code>
              </summary>
              <FieldList fields={field.fields} />
            </details>
          ) : null}
        </li>
      ))}
    </ul>
  );
}

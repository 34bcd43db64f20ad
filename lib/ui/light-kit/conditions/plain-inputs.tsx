import type { ConditionInputs } from "@/lib/ui/light-kit/conditions/condition-list";
import classes from "../controls.module.css";

/** The inputs of condition lists on pages without a component library. */
export const PLAIN_INPUTS: ConditionInputs = {
  Select: ({ label, value, options, isReadOnly, onChange }) => (
    <select
      className={classes.field}
      aria-label={label}
      disabled={isReadOnly}
      value={value}
      onChange={(event) => onChange(event.currentTarget.value)}
    >
      {options.map((option) => (
        <option key={option.value} value={option.value}>
          {option.label}
        </option>
      ))}
    </select>
  ),
  Text: ({ label, value, type, placeholder, isReadOnly, isInvalid, onChange }) => (
    <input
      className={classes.field}
      aria-label={label}
      aria-invalid={isInvalid || undefined}
      // Numbers may be typed as in cells: 1,234.50 too.
      type={type === "number" ? "text" : type}
      inputMode={type === "number" ? "decimal" : undefined}
      placeholder={placeholder}
      autoComplete="off"
      readOnly={isReadOnly}
      value={value}
      onChange={(event) => onChange(event.currentTarget.value)}
    />
  ),
  List: ({ label, values, options, isReadOnly, onChange }) =>
    options ? (
      <select
        multiple
        className={classes.field}
        aria-label={label}
        disabled={isReadOnly}
        value={values}
        onChange={(event) => onChange(Array.from(event.currentTarget.selectedOptions, ({ value }) => value))}
      >
        {options.map((option) => (
          <option key={option.value} value={option.value}>
            {option.label}
          </option>
        ))}
      </select>
    ) : (
      <input
        className={classes.field}
        aria-label={label}
        placeholder="Values, with semicolons between"
        autoComplete="off"
        readOnly={isReadOnly}
        value={values.join(";")}
        onChange={(event) =>
          onChange(event.currentTarget.value === "" ? [] : event.currentTarget.value.split(";"))
        }
      />
    ),
  Add: ({ children, isDisabled, onClick }) => (
    <button type="button" className={classes.button} disabled={isDisabled} onClick={onClick}>
      {children}
    </button>
  ),
  Remove: ({ label, onClick }) => (
    <button type="button" className={classes.iconButton} aria-label={label} onClick={onClick}>
      ×
    </button>
  ),
};

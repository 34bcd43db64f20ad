const REPORT_REASONS = [
  ["spam", "Spam or advertising"],
  ["phishing", "Asks for passwords or payment details"],
  ["personal_data", "Shows or asks for somebody's personal data"],
  ["abuse", "Abuse or hate"],
  ["other", "Something else"],
] as const;

type Props = {
  action: string;
  /** The page is embedded in another site's page, which the answer must not replace. */
  isEmbedded?: boolean;
};

/** Reports a page to the service. A plain form: posts `reason` and `details` to the given address. */
export function Report({ action, isEmbedded = false }: Props) {
  return (
    <details className="public-report">
      <summary>Report this page</summary>
      <form method="post" action={action} target={isEmbedded ? "_blank" : undefined}>
        <label>
          What is wrong with it?
          <select name="reason" className="public-input" required>
            {REPORT_REASONS.map(([value, label]) => (
              <option key={value} value={value}>
                {label}
              </option>
            ))}
          </select>
        </label>
        <label>
          Details, if you like
          <textarea name="details" className="public-input" maxLength={2_000} rows={3} />
        </label>
        <button type="submit" className="public-button" data-variant="quiet">
          Send the report
        </button>
      </form>
    </details>
  );
}

/*
 * What a sample shows stands once for all samples of a device and a day of UTC that show the same, in tracker_context. A
 * sample from before there were contexts says it itself. How to read either is said here, once for all statements.
 */

/** The columns of `tracker_context`, and of samples of before, that say what was shown; in the order of `textsOf`. */
export const TEXT_COLUMNS =
  "app_name, bundle_id, window_title, file_path, repo, branch, terminal_cwd, last_command, editor_file, url, page_title, call_app";

/** The day of UTC that a row with a `ts` belongs to. */
export const DAY = "(ts AT TIME ZONE 'UTC')::date";

/** Behind `FROM tracker_sample s`: what it shows, as `shown`, by the names of the columns. */
export const SHOWN = `
  LEFT JOIN tracker_context c ON c.developer_id = s.developer_id AND c.day = (s.ts AT TIME ZONE 'UTC')::date
    AND c.device_id = s.device_id AND c.hash = s.context_hash
  CROSS JOIN LATERAL (
    SELECT coalesce(c.app_name, s.app_name) AS app_name, coalesce(c.bundle_id, s.bundle_id) AS bundle_id,
      coalesce(c.window_title, s.window_title) AS window_title, coalesce(c.file_path, s.file_path) AS file_path,
      coalesce(c.repo, s.repo) AS repo, coalesce(c.branch, s.branch) AS branch,
      coalesce(c.terminal_cwd, s.terminal_cwd) AS terminal_cwd,
      coalesce(c.last_command, s.last_command) AS last_command,
      coalesce(c.editor_file, s.editor_file) AS editor_file, coalesce(c.url, s.url) AS url,
      coalesce(c.page_title, s.page_title) AS page_title, coalesce(c.call_app, s.call_app) AS call_app
  ) shown`;

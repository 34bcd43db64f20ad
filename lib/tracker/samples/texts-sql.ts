/*
 * What samples show is stored in tracker_context, once for all samples of a device and UTC day that show the same.
 * Samples from before there were contexts contain it themselves. This file reads either, for all statements.
 */

/**
 * The columns for what was shown, in `tracker_context` and in samples from before there were contexts; in the order of
 * `textsOf`.
 */
export const TEXT_COLUMNS =
  "app_name, bundle_id, window_title, file_path, repo, branch, terminal_cwd, last_command, editor_file, url, page_title, call_app";

/** The UTC day that a row with a `ts` belongs to. */
export const DAY = "(ts AT TIME ZONE 'UTC')::date";

/** Follows `FROM tracker_event_sample s`: what it shows, as `shown`, with the columns' names. */
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

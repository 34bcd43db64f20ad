-- No sample is taken for a time more than minutes ahead, so that nobody notices for at least one whole month. Processes of the
-- version before, which know of no months, store samples here until then.
DO $$
BEGIN
  EXECUTE format('ALTER TABLE tracker_sample ADD CONSTRAINT tracker_sample_months_check CHECK (ts < %L::timestamptz) NOT VALID',
    (date_trunc('month', now() AT TIME ZONE 'UTC') + interval '2 months') AT TIME ZONE 'UTC');
END $$;

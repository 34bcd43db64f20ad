-- A connection keeps the plans that it made at its first deletion. Made while the tables were empty, they read a table
-- whole for each sample, also once it had filled: erasing the first people of a new installation took minutes, and
-- derivation waited for it.
ALTER FUNCTION tracker_sample_gone() SET enable_seqscan = off;
